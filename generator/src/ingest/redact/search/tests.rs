use super::super::scan;
use super::*;

fn clean(text: &str) -> String {
    Rules::standard().redact(text)
}

/// The ids of the rules that find something, in order.
fn found(text: &str) -> Vec<&'static str> {
    let (hits, _) = search(text, None, Rules::standard());
    let id = |hit: &Hit| super::super::RULES[hit.rule.0].id;
    hits.iter().map(id).collect()
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
            "http://localhost/v1?api_key=abc&n=1",
            "http://localhost/v1?api_key=<redacted>&n=1",
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
        (
            "https://me:pw@localhost/v1",
            "https://<redacted>@localhost/v1",
        ),
        (
            "https://a1b2c3d4e5f6a7b8c9d0@github.com/v1",
            "https://<redacted>@github.com/v1",
        ),
        (
            "curl -u root:pw http://[::1]",
            "curl -u root:<redacted> http://[::1]",
        ),
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
            let expected = text.replace(&secret, super::super::REDACTED);
            assert_eq!(clean(&text), expected, "{secret}");
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
    let once = clean(
        "HF_TOKEN=abc serve --api-key 'x y' https://a:b@c -H 'Authorization: Bearer q' \
         /home/jane/x ssh jane@gpu-17 10.2.3.4 jane@corp.example Cookie: a=b",
    );
    assert_eq!(clean(&once), once);
    assert_eq!(found(&once), Vec::<&str>::new(), "{once}");
}

#[test]
fn where_several_rules_find_the_same_the_most_precise_one_is_named() {
    assert_eq!(
        found("--api-key sk-A1b2C3d4E5f6G7h8I9j0 and https://u:p@localhost"),
        ["openai_key", "url_credentials"]
    );
    assert_eq!(found("--api-key A1b2C3d4"), ["named_secret"]);
}

#[test]
fn personal_details_are_replaced_and_what_is_around_them_stays() {
    for (text, expected) in [
        ("mail jane.doe+x@corp.example.", "mail <redacted>."),
        ("in/jane@corp.example.json", "in/<redacted>.json"),
        ("/home/jane/models/x", "/home/<redacted>/models/x"),
        ("/data/Users/jane", "/data/Users/<redacted>"),
        (
            "C:\\Users\\Jane Doe\\models",
            "C:\\Users\\<redacted>\\models",
        ),
        (
            "\"C:\\\\Users\\\\jane\\\\x\"",
            "\"C:\\\\Users\\\\<redacted>\\\\x\"",
        ),
        ("root@gpu-node-17:~# vllm", "root@<redacted>:~# vllm"),
        ("jane@titan:~$ vllm", "<redacted>@<redacted>:~$ vllm"),
        ("host: gpu-node-17.corp.example", "host: <redacted>"),
        (
            "{\"hostname\": \"titan\"}",
            "{\"hostname\": \"<redacted>\"}",
        ),
        ("--host gpu17 --port 8000", "--host <redacted> --port 8000"),
        (
            "uname_result(system='Linux', node='titan', release='6.8')",
            "uname_result(system='Linux', node='<redacted>', release='6.8')",
        ),
        ("- Host\n- gpu-17\n", "- Host\n- <redacted>\n"),
        ("Hostname\tgpu-17\n", "Hostname\t<redacted>\n"),
        (
            "http://gpu-17.corp.example:8000/v1",
            "http://<redacted>:8000/v1",
        ),
        ("http://10.1.2.3:8000/v1", "http://<redacted>:8000/v1"),
        ("tcp://[fd00:1::17]:29500", "tcp://[<redacted>]:29500"),
        ("on dgx01.lan now", "on <redacted> now"),
        ("USERNAME=jane", "USERNAME=<redacted>"),
        (
            "GPU 0: H200 (UUID: GPU-1a2b3c4d-1a2b-3c4d-5e6f-1a2b3c4d5e6f)",
            "GPU 0: H200 (UUID: <redacted>)",
        ),
        (
            "Serial Number          : 1652922012345",
            "Serial Number          : <redacted>",
        ),
        ("ether b8:ce:f6:01:02:03 x", "ether <redacted> x"),
    ] {
        assert_eq!(clean(text), expected);
    }
}

#[test]
fn what_benchmark_results_are_full_of_stays() {
    for text in [
        "--host 0.0.0.0 --port 8000 http://localhost:8000/v1 http://127.0.0.1:8000 [::1]:80",
        "https://huggingface.co/Qwen/Qwen3-8B git@github.com:org/repo https://api.openai.com/v1",
        "Qwen/Qwen3-8B@main vllm/vllm-openai@sha256:9f86d081884c7d659a2f org/name@v1.0.2",
        "tg128@d4096 pp512 @ d4096 pass@1 recall@k10 logo@2x.png @dataclass",
        "driver 570.86.15 CUDA 12.8 cuDNN 9.1.0.70 nvidia-curand-cu12==10.3.5.147",
        "0.26.1rc1.dev638+g52be12cfa 52be12cfac0c 2026-05-15T03:44:09.331584Z 03:34:59",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "/root/.cache/huggingface/hub/models--Qwen--Qwen3-8B/snapshots/b968826d9c46dd6066d109eabc6255188de91218",
        "/home/$USER/x ~/.cache /opt/models /workspace/vllm/v1/engine/core.py:123",
        "Host: Ubuntu 22.04 | Node: 2 | nodes: 2 | user: the person who asks",
        "{\"role\": \"user\", \"host\": \"localhost\", \"host\": null, \"node\": 0}",
        "std::vector<at::Tensor> torch._C._distributed.internal model.local settings.local.json",
        "request chatcmpl-8f14e45fceea167a5a36dedd4bea2543 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "0000:81:00.0 P2P via NVLink 900 GB/s, VBIOS 96.00.74.00.01",
        "\"key\": \"ttft_ms\", \"cache_key\": \"abc\", primary_key=1, --kv-cache-dtype fp8",
        "pass: 12, fail: 0; 8 tokens: 5 ms; token-level timing: yes; secret of its speed",
        "cookies are not used; authorization: none; basic auth is off",
        "<|im_start|>user\\nHello<|im_end|> eos_token: '<|im_end|>' video_token: 151656",
        "email: none; e.g. x@y; a@b.c1; 3@4",
    ] {
        assert_eq!(clean(text), text);
    }
}

#[test]
fn a_rule_that_is_switched_off_finds_nothing_and_an_own_one_does() {
    let config = r#"{
        "disable": ["email", "possible_secret"],
        "add": [
            { "name": "project", "pattern": "(?i)bluebird", "replacement": "PROJECT" },
            { "name": "badge", "pattern": "badge (?<secret>[0-9]+)" }
        ]
    }"#;
    let rules = Rules::new(&serde_json::from_str(config).unwrap()).unwrap();
    assert_eq!(
        rules.redact("a@corp.example on BlueBird, badge 4711, /home/jane"),
        "a@corp.example on PROJECT, badge <redacted>, /home/<redacted>"
    );
    let key = "q7Rk2mZx9LpT4vWc8NbY1sDf";
    assert!(search(key, None, &rules).1.is_empty());
    assert_eq!(search(key, None, Rules::standard()).1.len(), 1);
}

#[test]
fn secrets_are_found_behind_escapes() {
    let token = format!("{}{}", "hf_", "A1b2C3d4E5f6G7h8I9j0K1l2");
    for text in [
        format!("\"log\": \"one\\n{token}\\ntwo\""),
        format!("\u{1b}[32m{token}\u{1b}[0m"),
        format!("?q=%3D{token}&x"),
    ] {
        assert!(!clean(&text).contains(&token), "{text}");
    }
    assert_eq!(
        clean("\"cmd\": \"serve --hf-token \\\\\\n  abc --port 1\""),
        "\"cmd\": \"serve --hf-token \\\\\\n  <redacted> --port 1\""
    );
    assert_eq!(
        clean(r#"{"api_keys": ["a1", "b2"], "password": 1234, "n": 5}"#),
        r#"{"api_keys": ["<redacted>", "<redacted>"], "password": "<redacted>", "n": 5}"#
    );
}

#[test]
fn a_secret_longer_than_any_window_is_replaced_whole() {
    let long = "a1B".repeat(20_000);
    for around in ["x --api-key {} y", "\"password\": \"{}\", 1"] {
        let is_whole = clean(&around.replace("{}", &long)) == around.replace("{}", "<redacted>");
        assert!(is_whole, "{around}");
    }
}

#[test]
fn texts_made_to_be_slow_are_not() {
    let slow = [
        "api_key=",
        "token=<",
        "host=",
        "\"api_key\":[",
        "authorization:",
        "cookie=",
        "cookie=<redacted>",
        "cookie:a=$b;",
        "authorization:a,",
        "sk-",
        "eyJ.",
        "bearer ",
        "a@",
        "a://",
        "/home/",
        ".corp",
        "-----BEGIN PRIVATE KEY-----",
        "-u a:",
        "\\",
        "\"",
        "1.",
        "::",
    ];
    // The longest window is 16 kB: behind it, twice the text must be twice the work.
    let looked_at = |part: &str, length: usize| {
        scan::meter::take();
        let text = part.repeat(length / part.len());
        search(&text, None, Rules::standard());
        scan::meter::take()
    };
    for part in slow {
        let (once, twice) = (looked_at(part, 20_000), looked_at(part, 40_000));
        assert!(twice <= 3 * once + 1_000, "{part}: {once}, then {twice}");
    }
}

#[test]
fn a_value_beside_a_name_is_replaced() {
    for (text, expected) in [
        (
            r#"{"name": "X-Api-Key", "value": "q7rk2mzx9lpt"}"#,
            r#"{"name": "X-Api-Key", "value": "<redacted>"}"#,
        ),
        (
            "- name: HF_TOKEN\n  value: q7rk2mzx9lpt\n",
            "- name: HF_TOKEN\n  value: <redacted>\n",
        ),
        ("a key, value: 5 of 6", "a key, value: 5 of 6"),
    ] {
        assert_eq!(Rules::standard().redact(text), expected);
    }
}

#[test]
fn what_only_the_structure_of_an_input_shows_is_replaced_in_its_text() {
    let text = "{\"value\": \"quuxvalue\", \"name\": \"X-Api-Key\",\n \"again\": [\"quuxvalue\", \"other\"]}";
    let expected = "{\"value\": \"<redacted>\", \"name\": \"X-Api-Key\",\n \"again\": [\"<redacted>\", \"other\"]}";
    assert_eq!(Rules::standard().redact_input(text).0, expected);
}
