//! Shapes of secrets and personal details. All of them are made here, from pieces, so that
//! no search for secrets finds any in this file.

/// Something that must not get out, in the words it stands in.
pub(super) struct Shape {
    /// For messages of the tests.
    pub(super) name: &'static str,
    /// The words.
    pub(super) text: String,
    /// The parts of the words that must not be found anywhere.
    pub(super) hidden: Vec<String>,
}

const DIGITS: &str = "0123456789";
const HEX: &str = "0123456789abcdef";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ALL: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Letters that look random and are the same in every run.
pub(super) fn letters(alphabet: &str, length: usize, seed: u64) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    (0..length)
        .map(|_| alphabet[next() % alphabet.len()])
        .collect()
}

/// Every shape.
pub(super) fn all() -> Vec<Shape> {
    let mut shapes = tokens();
    shapes.extend(named());
    shapes.extend(personal());
    shapes
}

/// Secrets that are known by themselves.
fn tokens() -> Vec<Shape> {
    let prefixed = [
        ("OpenAI key", "sk", "-", ALL, 48),
        ("OpenAI project key", "sk-pr", "oj-", ALL, 64),
        ("Anthropic key", "sk-a", "nt-api03-", ALL, 80),
        ("OpenRouter key", "sk-o", "r-v1-", HEX, 64),
        ("Hugging Face token", "h", "f_", ALL, 34),
        ("GitHub classic token", "gh", "p_", ALL, 36),
        ("GitHub app token", "gh", "s_", ALL, 36),
        ("GitHub fine-grained token", "github_", "pat_11", ALL, 70),
        ("GitLab token", "glp", "at-", ALL, 20),
        ("AWS key id", "AK", "IA", UPPER, 16),
        ("Google API key", "AI", "za", ALL, 35),
        ("Google access token", "ya", "29.", ALL, 60),
        ("Google client secret", "GOC", "SPX-", ALL, 28),
        ("Slack token", "xo", "xb-", ALL, 40),
        ("Stripe key", "sk_", "live_", ALL, 24),
        ("Groq key", "gs", "k_", ALL, 52),
        ("Replicate token", "r", "8_", ALL, 37),
        ("Fireworks key", "f", "w_", ALL, 24),
        ("Together key", "tg", "p_v1_", ALL, 43),
        ("NVIDIA key", "nv", "api-", ALL, 64),
        ("Docker token", "dckr", "_pat_", ALL, 27),
        ("npm token", "np", "m_", ALL, 36),
        ("PyPI token", "py", "pi-AgE", ALL, 80),
    ];
    let mut shapes: Vec<Shape> = prefixed
        .into_iter()
        .enumerate()
        .map(|(seed, (name, start, end, alphabet, length))| {
            let secret = format!("{start}{end}{}", letters(alphabet, length, seed as u64 + 1));
            shape(name, format!("seen {secret} there"), &[&secret])
        })
        .collect();

    let jwt = format!(
        "{}{}.{}{}.{}",
        "ey",
        "JhbGciOiJIUzI1NiJ9",
        "ey",
        letters(ALL, 60, 40),
        letters(ALL, 43, 41)
    );
    shapes.push(shape("JSON Web Token", jwt.clone(), &[&jwt]));
    let (first, second) = (letters(ALL, 64, 42), letters(ALL, 64, 43));
    shapes.push(shape(
        "private key",
        format!(
            "-----BEGIN {0}-----\n{first}\n{second}\n-----END {0}-----",
            "RSA PRIVATE KEY"
        ),
        &[&first, &second],
    ));
    let key = format!("AAAAC3NzaC1lZDI1NTE5AAAAI{}", letters(ALL, 43, 44));
    shapes.push(shape(
        "SSH public key",
        format!("ssh-ed25519 {key} jane@titan"),
        &[&key, "jane@titan"],
    ));
    let azure = format!("{}JQQJ99{}", letters(ALL, 52, 45), letters(ALL, 26, 46));
    shapes.push(shape("Azure AI key", azure.clone(), &[&azure]));
    let hook = format!(
        "T{}/B{}/{}",
        letters(UPPER, 8, 47),
        letters(UPPER, 8, 48),
        letters(ALL, 24, 49)
    );
    shapes.push(shape(
        "Slack webhook",
        format!("https://hooks.slack.com/services/{hook}"),
        &[&hook],
    ));
    shapes
}

/// Secrets that their surroundings show.
fn named() -> Vec<Shape> {
    let forms: [(&str, &str); 17] = [
        ("option with a space", "serve --api-key {} --port 8000"),
        (
            "option with an equals sign",
            "serve --hf-token={} --port 8000",
        ),
        ("environment variable", "HF_TOKEN={} vllm serve"),
        ("key of another service", "export MISTRAL_API_KEY='{}'"),
        ("Weights & Biases key", "WANDB_API_KEY={}"),
        ("AWS secret key", "aws_secret_access_key = {}"),
        (
            "Azure storage key",
            "AccountName=x;AccountKey={};EndpointSuffix=y",
        ),
        ("password", "password: {}"),
        ("JSON field", "{\"api_key\": \"{}\", \"n\": 1}"),
        ("bearer header", "-H 'Authorization: Bearer {}'"),
        ("other header", "X-Api-Key: {}"),
        (
            "signed request",
            "Authorization: AWS4-HMAC-SHA256 Credential={}, Signature=0",
        ),
        ("cookie", "Cookie: session={}; theme=dark"),
        ("URL credentials", "https://jane:{}@localhost:8000/v1"),
        (
            "URL parameter",
            "http://localhost:8000/v1?access_token={}&n=1",
        ),
        (
            "signature of a URL",
            "https://huggingface.co/x?sv=2024&sig={}",
        ),
        ("curl user", "curl -u jane.roe:{} http://localhost"),
    ];
    let mut shapes: Vec<Shape> = forms
        .into_iter()
        .enumerate()
        .map(|(seed, (name, form))| {
            let secret = letters("abcdefghijkmnpqrstuvwxyz23456789", 24, 60 + seed as u64);
            shape(name, form.replace("{}", &secret), &[&secret])
        })
        .collect();
    // "user:" and a password, in base 64.
    let basic = format!("{}{}", "dXNlcjp", "zM2NyM3QtcGFzc3BocmFzZQ==");
    shapes.push(shape(
        "basic credential",
        format!("Basic {basic}"),
        &[&basic],
    ));
    shapes
}

/// What tells who and where somebody is.
fn personal() -> Vec<Shape> {
    let uuid = format!(
        "{}-{}-{}-{}-{}",
        letters(HEX, 8, 90),
        letters(HEX, 4, 91),
        letters(HEX, 4, 92),
        letters(HEX, 4, 93),
        letters(HEX, 12, 94)
    );
    let serial = letters(DIGITS, 13, 95);
    vec![
        shape(
            "e-mail address",
            "mail jane.roe@quuxlab.example".to_owned(),
            &["jane.roe", "quuxlab"],
        ),
        shape(
            "home directory",
            "--model /home/janeroe1/models/x".to_owned(),
            &["janeroe1"],
        ),
        shape(
            "home directory of a Mac",
            "/Users/janeroe2/x".to_owned(),
            &["janeroe2"],
        ),
        shape(
            "home directory of Windows",
            r"C:\Users\Jane Roe3\x".to_owned(),
            &["Jane Roe3"],
        ),
        shape(
            "prompt",
            "janeroe4@gpu-node-44:~$ vllm serve".to_owned(),
            &["janeroe4", "gpu-node-44"],
        ),
        shape("user name", "USERNAME=janeroe5".to_owned(), &["janeroe5"]),
        shape(
            "host name",
            "host: gpu-node-46.quuxcorp.example".to_owned(),
            &["gpu-node-46", "quuxcorp"],
        ),
        shape(
            "host option",
            "--host quuxhost47 --port 8000".to_owned(),
            &["quuxhost47"],
        ),
        shape(
            "node name",
            "uname_result(system='Linux', node='quuxbox48')".to_owned(),
            &["quuxbox48"],
        ),
        shape(
            "host of a URL",
            "http://llm.quuxcorp49.example:8000/v1".to_owned(),
            &["quuxcorp49"],
        ),
        shape(
            "name of a private network",
            "on quux-box50.lan now".to_owned(),
            &["quux-box50"],
        ),
        shape(
            "private address",
            "at 10.211.55.17:8000".to_owned(),
            &["10.211.55.17"],
        ),
        shape(
            "private address of a site",
            "192.168.211.13".to_owned(),
            &["192.168.211.13"],
        ),
        shape(
            "public address",
            "client 203.0.113.211 left".to_owned(),
            &["203.0.113.211"],
        ),
        shape(
            "IPv6 address",
            "listening on [2001:db8:5:77::1a2b]:8000".to_owned(),
            &["2001:db8:5:77"],
        ),
        shape(
            "MAC address",
            "ether b8:ce:f6:4d:5e:6f".to_owned(),
            &["b8:ce:f6:4d:5e:6f"],
        ),
        shape(
            "GPU UUID",
            format!("GPU 0: H200 (UUID: GPU-{uuid})"),
            &[&uuid],
        ),
        shape(
            "serial number",
            format!("Serial Number : {serial}"),
            &[&serial],
        ),
    ]
}

fn shape(name: &'static str, text: String, hidden: &[&str]) -> Shape {
    Shape {
        name,
        text,
        hidden: hidden.iter().map(|&part| part.to_owned()).collect(),
    }
}
