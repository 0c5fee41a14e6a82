//! Which names of machines tell something about somebody.

use std::net::IpAddr;

/// Domains that everybody uses, each with all below it.
const PUBLIC_DOMAINS: &[&str] = &[
    "ai21.com",
    "amd.com",
    "anthropic.com",
    "anyscale.com",
    "apache.org",
    "arxiv.org",
    "cohere.com",
    "conda.io",
    "debian.org",
    "deepseek.com",
    "docker.com",
    "docker.io",
    "docs.rs",
    "fireworks.ai",
    "ghcr.io",
    "github.com",
    "githubusercontent.com",
    "gitlab.com",
    "google.com",
    "groq.com",
    "hf.co",
    "hf-mirror.com",
    "huggingface.co",
    "intel.com",
    "json-schema.org",
    "kernel.org",
    "lmsys.org",
    "microsoft.com",
    "mistral.ai",
    "mlcommons.org",
    "modelscope.cn",
    "nvcr.io",
    "nvidia.com",
    "openai.com",
    "openrouter.ai",
    "pypa.io",
    "pypi.org",
    "python.org",
    "pythonhosted.org",
    "pytorch.org",
    "quay.io",
    "rust-lang.org",
    "schema.org",
    "together.ai",
    "together.xyz",
    "ubuntu.com",
    "vllm.ai",
    "w3.org",
    "wikipedia.org",
];

/// Hosts that everybody uses, though what is below their domain belongs to others.
const PUBLIC_HOSTS: &[&str] = &[
    "docs.sglang.ai",
    "docs.sglang.io",
    "generativelanguage.googleapis.com",
    "index.crates.io",
    "crates.io",
];

/// Endings of names that are known inside of one network only.
const PRIVATE_ENDINGS: &[&str] = &[
    ".local",
    ".localdomain",
    ".internal",
    ".intranet",
    ".intra",
    ".corp",
    ".lan",
    ".home.arpa",
];

/// Endings of names that a cloud or a tunnel gives to one machine.
const CLOUD_ENDINGS: &[&str] = &[
    ".amazonaws.com",
    ".cloudapp.azure.com",
    ".openai.azure.com",
    ".cognitiveservices.azure.com",
    ".proxy.runpod.net",
    ".ngrok.io",
    ".ngrok-free.app",
    ".trycloudflare.com",
    ".ts.net",
    ".svc.cluster",
];

/// Words that stand where a host name could and are none.
const NO_HOSTS: &[&str] = &[
    "all",
    "any",
    "auto",
    "automatic",
    "broadcasthost",
    "container",
    "cpu",
    "cuda",
    "darwin",
    "default",
    "device",
    "docker",
    "external",
    "false",
    "gateway",
    "gpu",
    "host",
    "hostname",
    "internal",
    "ip6-localhost",
    "ip6-loopback",
    "linux",
    "local",
    "localhost",
    "macos",
    "metal",
    "na",
    "no",
    "none",
    "null",
    "redacted",
    "remote",
    "rocm",
    "self",
    "true",
    "unknown",
    "vulkan",
    "windows",
    "yes",
];

/// Parts of names that people give to machines.
const MACHINE_WORDS: &[&str] = &[
    "node",
    "gpu",
    "dgx",
    "hgx",
    "srv",
    "server",
    "host",
    "ip-",
    "vm",
    "desktop",
    "laptop",
    "macbook",
    "workstation",
    "login",
    "compute",
    "cluster",
    "rack",
    "box",
    "hpc",
    "slurm",
    "worker",
    "master",
    "pod-",
    "-pc",
    "h100",
    "h200",
    "b200",
    "a100",
];

/// Users that every system has, or that tell nothing.
const NO_USERS: &[&str] = &[
    "admin",
    "administrator",
    "anonymous",
    "assistant",
    "bot",
    "ec2-user",
    "false",
    "git",
    "guest",
    "no",
    "nobody",
    "none",
    "null",
    "oauth2",
    "public",
    "redacted",
    "root",
    "runner",
    "service",
    "shared",
    "system",
    "test",
    "tool",
    "true",
    "ubuntu",
    "unknown",
    "user",
    "username",
    "x-access-token",
    "yes",
];

/// True for a whole host name that is somebody's: not this machine, not one that
/// everybody uses, and no address, which has a rule of its own.
pub(super) fn is_somebodys(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    is_name(&host) && !is_this_machine(&host) && !is_public(&host)
}

/// True for what has the form of a host name and is no number and no address.
fn is_name(host: &str) -> bool {
    let formed = host
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
    formed
        && host.bytes().any(|byte| byte.is_ascii_alphabetic())
        && host.starts_with(|c: char| c.is_ascii_alphanumeric())
        && host.parse::<IpAddr>().is_err()
        && host.parse::<f64>().is_err()
}

fn is_this_machine(host: &str) -> bool {
    NO_HOSTS.contains(&host)
        || host.ends_with(".localhost")
        || host.starts_with("localhost.")
        || host == "host.docker.internal"
}

fn is_public(host: &str) -> bool {
    PUBLIC_HOSTS.contains(&host)
        || PUBLIC_DOMAINS.iter().any(|domain| {
            host.strip_suffix(domain)
                .is_some_and(|before| before.is_empty() || before.ends_with('.'))
        })
}

/// True for a name that shows by itself that it is one of a private network or of one
/// machine of a cloud. A dotted name of a program is none.
pub(super) fn is_private_by_itself(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let has = |endings: &[&str]| endings.iter().any(|ending| host.ends_with(ending));
    let first = host.split('.').next().unwrap_or_default();
    let is_telling =
        first.contains('-') || first.contains(|c: char| c.is_ascii_digit()) || is_machine(first);
    is_somebodys(&host) && (has(CLOUD_ENDINGS) || (is_telling && has(PRIVATE_ENDINGS)))
}

/// True for a name such as people give to machines.
pub(super) fn is_machine(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    MACHINE_WORDS.iter().any(|word| host.contains(word))
}

/// True for the name of a user that tells who it is.
pub(super) fn is_somebody(user: &str) -> bool {
    let formed = user
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'\\'));
    formed
        && user.starts_with(|c: char| c.is_ascii_alphabetic())
        && !is_nobody(&user.to_ascii_lowercase())
}

/// True for the lowercase name of a user that every system has.
pub(super) fn is_nobody(user: &str) -> bool {
    NO_USERS.contains(&user)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_machines_of_somebody_are_known() {
        for host in [
            "gpu-node-17.corp.example",
            "titan",
            "GPU17",
            "api.example.com",
            "myres.openai.azure.com",
        ] {
            assert!(is_somebodys(host), "{host}");
        }
        for host in [
            "localhost",
            "0.0.0.0",
            "127.0.0.1",
            "::1",
            "huggingface.co",
            "api.openai.com",
            "github.com",
            "17",
            "*",
            "host.docker.internal",
            "",
        ] {
            assert!(!is_somebodys(host), "{host}");
        }
    }

    #[test]
    fn dotted_names_of_programs_are_no_hosts() {
        for text in [
            "settings.local",
            "torch.distributed.internal",
            "model.safetensors",
        ] {
            assert!(!is_private_by_itself(text), "{text}");
        }
        for host in [
            "dgx01.local",
            "node-3.hq.corp",
            "ec2-1-2-3-4.compute-1.amazonaws.com",
        ] {
            assert!(is_private_by_itself(host), "{host}");
        }
    }
}
