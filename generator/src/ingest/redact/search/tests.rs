use super::*;

fn clean(text: &str) -> String {
    apply(text).text
}

#[test]
fn values_behind_the_name_of_a_secret_are_replaced() {
    for (text, expected) in [
        (
            "serve --api-key abc --port 8000",
            "serve --api-key <redacted> --port 8000",
        ),
        (
            "serve --api-key=abc --port 8000",
            "serve --api-key=<redacted> --port 8000",
        ),
        (
            "serve --api-key 'a b' -x",
            "serve --api-key '<redacted>' -x",
        ),
        ("serve --api-key \"a b\"", "serve --api-key \"<redacted>\""),
        (
            "sh -c \"serve --token abc\" && echo \"ok\"",
            "sh -c \"serve --token <redacted>\" && echo \"ok\"",
        ),
        (
            "serve --hf-token \\\n  abc \\\n  --port 1",
            "serve --hf-token \\\n  <redacted> \\\n  --port 1",
        ),
        (
            "--trust-remote-code --password 1234",
            "--trust-remote-code --password <redacted>",
        ),
        (
            "[\"--api-key\", \"abc\", \"-p\"]",
            "[\"--api-key\", \"<redacted>\", \"-p\"]",
        ),
        (
            "HF_TOKEN=abc OPENAI_API_KEY=\"d e\" serve",
            "HF_TOKEN=<redacted> OPENAI_API_KEY=\"<redacted>\" serve",
        ),
        (
            "export DB_PASSWORD='x y'; serve",
            "export DB_PASSWORD='<redacted>'; serve",
        ),
        ("MY_SECRET=a\"b\"c serve", "MY_SECRET=<redacted> serve"),
        ("api_key: abc\nport: 1", "api_key: <redacted>\nport: 1"),
        (
            "{\"api_key\": \"abc\", \"n\": 1}",
            "{\"api_key\": \"<redacted>\", \"n\": 1}",
        ),
        (
            "'{\\\"token\\\":\\\"abc\\\"}'",
            "'{\\\"token\\\":\\\"<redacted>\\\"}'",
        ),
        (
            "http://h/v1?api_key=abc&n=1",
            "http://h/v1?api_key=<redacted>&n=1",
        ),
    ] {
        assert_eq!(clean(text), expected);
    }
}

#[test]
fn headers_and_url_credentials_are_replaced() {
    for (text, expected) in [
        (
            "-H 'Authorization: Bearer abc' -d x",
            "-H 'Authorization: Bearer <redacted>' -d x",
        ),
        (
            "authorization: Basic dXNlcjpw",
            "authorization: Basic <redacted>",
        ),
        (
            "\"Authorization\": \"abc\"",
            "\"Authorization\": \"<redacted>\"",
        ),
        ("X-Api-Key: abc", "X-Api-Key: <redacted>"),
        (
            "got Bearer a1B2c3D4e5F6g7H8 back",
            "got Bearer <redacted> back",
        ),
        ("https://me:pw@host/v1", "https://<redacted>@host/v1"),
        (
            "https://a1b2c3d4e5f6a7b8c9d0@host/v1",
            "https://<redacted>@host/v1",
        ),
        ("curl -u me:pw http://h", "curl -u me:<redacted> http://h"),
    ] {
        assert_eq!(clean(text), expected);
    }
}

#[test]
fn well_known_shapes_are_replaced_wherever_they_stand() {
    let body = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
    let mut secrets: Vec<String> = [
        "sk-",
        "sk-ant-api03-",
        "sk-proj-",
        "hf_",
        "ghp_",
        "gho_",
        "github_pat_",
        "glpat-",
        "nvapi-",
        "xoxb-",
        "xoxp-",
        "AIza",
        "gsk_",
        "r8_",
        "sk_live_",
    ]
    .iter()
    .map(|prefix| format!("{prefix}{body}"))
    .collect();
    secrets.push("AKIAIOSFODNN7EXAMPLE".to_owned());
    secrets.push("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl".to_owned());
    for secret in secrets {
        for text in [
            secret.clone(),
            format!("see ({secret}), it works"),
            format!("a\t\"{secret}\"\n"),
        ] {
            let found = clean(&text);
            assert_eq!(found, text.replace(&secret, REDACTED), "{secret}");
        }
    }
}

#[test]
fn a_private_key_is_replaced_whole_and_lines_keep_their_numbers() {
    let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIB\nAAAA\n-----END RSA PRIVATE KEY-----";
    assert_eq!(clean(&format!("a\n{key}\nb")), "a\n<redacted>\n\n\n\nb");
    assert_eq!(clean("-----BEGIN PRIVATE KEY-----\nMIIB"), "<redacted>\n");
}

#[test]
fn ordinary_words_stay() {
    for text in [
        "serve sk-learn-text-classification-large-v2-instruct --served-model-name hf_transformers_model_zoo",
        "--max-num-batched-tokens 8192 --eos-token 2 --token 12 --pad-token '<pad>'",
        "\"num_speculative_tokens\":2, \"kv_cache_dtype\":\"bfloat16\"",
        "serve --api-key <redacted> --host 0.0.0.0 TOKEN=<redacted> password: <redacted>",
        "serve --api-key $OPENAI_API_KEY --hf-token ${HF_TOKEN}",
        "serve --api-key --port 8000",
        "--password=\"***\" Authorization: Bearer <redacted>",
        "a basic understanding of bearer instruments; next token: the",
        "git clone ssh://git@github.com/vllm-project/vllm 52be12cfac0c",
        "Time per output token: 8.7 ms",
        "nvidia/Qwen3.5-397B-A17B-NVFP4-V2 --attention-backend FLASHINFER --tokenizer-mode auto",
    ] {
        assert_eq!(clean(text), text);
    }
}

#[test]
fn redacting_twice_changes_nothing_more() {
    let once =
        clean("HF_TOKEN=abc serve --api-key 'x y' https://a:b@c -H 'Authorization: Bearer q'");
    let twice = apply(&once);
    assert_eq!(twice.text, once);
    assert!(twice.found.is_empty(), "{:?}", twice.found);
}

#[test]
fn each_finding_names_the_kind_once_and_never_the_secret() {
    let found = apply("--api-key sk-A1b2C3d4E5f6G7h8I9j0 and https://u:p@h").found;
    assert_eq!(
        found,
        ["the value of --api-key", "the credentials of a URL"]
    );
}
