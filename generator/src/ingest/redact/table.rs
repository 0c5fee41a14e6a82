//! Every rule in one table: its id and what it finds. All of them are on until the
//! configuration switches them off.

/// A rule as people see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Stable id, as in the redaction report and in `redact.disable`.
    pub id: &'static str,
    /// What it finds, to stand in a sentence: `a GitHub token`.
    pub finds: &'static str,
}

/// Position of a rule in [`RULES`]; the author's own rules follow behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RuleId(pub(super) usize);

macro_rules! rules {
    ($($name:ident $id:literal $finds:literal;)*) => {
        /// Every rule, in the order in which one goes before another on the same text.
        pub const RULES: &[Rule] = &[
            $(Rule { id: $id, finds: $finds },)*
        ];
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names only give the positions")]
        enum Position { $($name,)* }
        impl RuleId {
            $(pub(super) const $name: Self = Self(Position::$name as usize);)*
        }
    };
}

rules! {
    PRIVATE_KEY "private_key" "a private key";
    SSH_PUBLIC_KEY "ssh_public_key" "an SSH public key";
    JSON_WEB_TOKEN "json_web_token" "a JSON Web Token";
    ANTHROPIC_KEY "anthropic_key" "an Anthropic API key";
    OPENROUTER_KEY "openrouter_key" "an OpenRouter API key";
    OPENAI_KEY "openai_key" "an API key as of OpenAI";
    HUGGING_FACE_TOKEN "hugging_face_token" "a Hugging Face token";
    GITHUB_TOKEN "github_token" "a GitHub token";
    GITLAB_TOKEN "gitlab_token" "a GitLab token";
    AWS_KEY_ID "aws_key_id" "an AWS access key id";
    AZURE_KEY "azure_key" "an Azure key or client secret";
    GOOGLE_KEY "google_key" "a Google API key, access token or client secret";
    SLACK_TOKEN "slack_token" "a Slack token";
    WEBHOOK "webhook" "the address of a webhook";
    STRIPE_KEY "stripe_key" "a Stripe key";
    NVIDIA_KEY "nvidia_key" "an NVIDIA API key";
    INFERENCE_KEY "inference_key" "a key of an inference or tracking service";
    REGISTRY_TOKEN "registry_token" "a token of a package or image registry";
    CLOUD_TOKEN "cloud_token" "a token of another service";
    NAMED_SECRET "named_secret" "the value of a name that promises a secret";
    AUTHORIZATION "authorization" "a bearer, basic or other credential of a header";
    COOKIE "cookie" "a cookie";
    URL_CREDENTIALS "url_credentials" "the credentials of a URL";
    USER_PASSWORD "user_password" "the password of a user on a command line";
    EMAIL "email" "an e-mail address";
    HOME_DIRECTORY "home_directory" "the user's name in a home directory";
    USER_NAME "user_name" "a user's name";
    HOST_NAME "host_name" "a host name";
    IP_ADDRESS "ip_address" "an IP address";
    MAC_ADDRESS "mac_address" "a MAC address";
    DEVICE_ID "device_id" "the UUID or serial number of a device";
    POSSIBLE_SECRET "possible_secret" "a text that looks random though no rule knows it; told, not replaced";
}

impl RuleId {
    /// The rule with this id.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        RULES.iter().position(|rule| rule.id == name).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_lists_every_rule() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
        let readme = std::fs::read_to_string(path).unwrap();
        for rule in RULES {
            let row = format!("| `{}` | {} |", rule.id, rule.finds);
            assert!(readme.contains(&row), "README.md lacks: {row}");
        }
    }

    #[test]
    fn every_id_is_there_once_and_leads_back_to_its_rule() {
        for (position, rule) in RULES.iter().enumerate() {
            assert_eq!(RuleId::from_name(rule.id), Some(RuleId(position)));
        }
        assert_eq!(RULES[RuleId::POSSIBLE_SECRET.0].id, "possible_secret");
    }
}
