#include "report/redact.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <utility>
#include <vector>

using namespace gpualert::report;

TEST_CASE("redaction: secrets by key are masked, the key stays")
{
  const std::vector<std::pair<std::string, std::string>> cases{
      {"run --token=abc123 --lr 1", "run --token=[masked] --lr 1"},
      {"run --api-key abc123 x", "run --api-key [masked] x"},
      {"run --hf-token abc", "run --hf-token [masked]"},
      {"WANDB_API_KEY=0123456789abcdef python", "WANDB_API_KEY=[masked] python"},
      {"DB_PASSWORD=hunter2", "DB_PASSWORD=[masked]"},
      {"password: hunter2", "password: [masked]"},
      {R"({"api_key": "abc def", "n": 3})", R"({"api_key": "[masked]", "n": 3})"},
      {"'--password=two words'", "'--password=[masked]'"},
      {R"('--password=it'\''s me' --lr 1)", "'--password=[masked]' --lr 1"},
      {R"(--password 'it'\''s me' --lr 1)", "--password '[masked]' --lr 1"},
      {"'--password=never closed", "'--password=[masked] closed"},
      {"--password 'two words'", "--password '[masked]'"},
      {"AWS_SECRET_ACCESS_KEY=abc/def+x", "AWS_SECRET_ACCESS_KEY=[masked]"},
      {"password      = hunter2", "password      = [masked]"},
      {"clientSecret: 'abc'", "clientSecret: '[masked]'"},
      {"TOKEN_PROD=abcd1234efgh", "TOKEN_PROD=[masked]"},
      {"MYSQL_PWD=x", "MYSQL_PWD=[masked]"},
      {"PGPASSWORD=hunter2 psql", "PGPASSWORD=[masked] psql"},
      {"SSHPASS=hunter2 sshpass -e ssh x", "SSHPASS=[masked] sshpass -e ssh x"},
      {"SMTP_PASS=hunter2", "SMTP_PASS=[masked]"},
      {"MYPASSWD2=hunter2", "MYPASSWD2=[masked]"},
      {"userpasswd: hunter2", "userpasswd: [masked]"},
      {"AZURE_STORAGE_KEY=abc==", "AZURE_STORAGE_KEY=[masked]"},
      {"MY_ACCOUNT_KEY=abc", "MY_ACCOUNT_KEY=[masked]"},
      {"storageAccessKey: abc", "storageAccessKey: [masked]"},
      {"my_secret_value=x", "my_secret_value=[masked]"},
      {R"("password": "a\"b", "n": 1)", R"("password": "[masked]", "n": 1)"},
      {"--token $'caf\\xe9' x", "--token $'[masked]' x"},
      {"machine api.wandb.ai login user password 0123abcd",
       "machine api.wandb.ai login user password [masked]"},
      {"Authorization: Basic dXNlcjpwdw==", "Authorization: [masked]"},
      {"GET /x?token=abc&n=1", "GET /x?token=[masked]&n=1"},
      {"X-Amz-Signature=0123abcd&X", "X-Amz-Signature=[masked]&X"},
      {"https://user:pa55@host/x", "https://user:[masked]@host/x"},
      {"https://0123456789abcdef0123@github.com", "https://[masked]@github.com"},
      {"password: correct horse battery\r\nb", "password: [masked]\r\nb"},
      {"Enter SSH passphrase: correct, horse; 'b' \nb", "Enter SSH passphrase: [masked] \nb"},
      {"password: 'correct horse' battery", "password: '[masked]' battery"},
      {"password=correct horse battery", "password=[masked] horse battery"},
      {R"("password": correct, "n": 1)", R"("password": [masked], "n": 1)"},
      {R"({"log": "your password: a b", "n": 1})", R"({"log": "your password: [masked]", "n": 1})"},
      {R"(os.environ["API_KEY"] = "X y")", R"(os.environ["API_KEY"] = "[masked]")"},
      {R"(cfg['token']='X')", R"(cfg['token']='[masked]')"},
      {R"(api_key = """X "y" z""" # b)", R"(api_key = """[masked]""" # b)"},
      {"api_key = '''X y\nb", "api_key = '''[masked]\nb"},
      {R"(token = rb"X")", R"(token = rb"[masked]")"},
      {"'--password=b' --lr 1", "'--password=[masked]' --lr 1"},
      {"curl -u ann:pa55 x:y", "curl -u ann:[masked] x:y"},
      {"curl -s -uann:pa55 https://x", "curl -s -uann:[masked] https://x"},
      {"curl --user 'ann:pa 55' https://x", "curl --user 'ann:[masked]' https://x"},
      {"curl --proxy-user=\"ann:pa\" https://x", "curl --proxy-user=\"ann:[masked]\" https://x"},
      {"https://x.blob/y?sv=2024&sig=ab%2Bc%3D", "https://x.blob/y?sv=2024&sig=[masked]"},
      {"https://x/y?signature=abc&n=1", "https://x/y?signature=[masked]&n=1"},
      {"https://x/y?X-Goog-Signature=abc", "https://x/y?X-Goog-Signature=[masked]"},
  };
  for (const auto& [text, expected] : cases) {
    CHECK(redact(text).text == expected);
    CHECK(redact(text).masked == 1);
  }
}

// A secret of each shape, put together here so that no scanner of repositories takes them for real.
TEST_CASE("redaction: secrets by shape are masked wherever they stand")
{
  const std::string a(24, 'a');
  const std::string mixed = "aB3" + std::string(30, 'x');
  for (const std::string& secret : {"hf_" + a,
                                    "ghp_" + a,
                                    "ghr_" + a,
                                    "github_pat_" + a,
                                    "glpat-" + a,
                                    "npm_" + a + a + "1",
                                    "pypi-AgE" + a + a,
                                    "sk-proj-" + mixed,
                                    "sk-ant-api03-" + mixed,
                                    "sk-" + a + "12345678",
                                    "nvapi-" + mixed,
                                    "wandb_v1_" + mixed,
                                    "AKIA" + std::string("IOSFODNN7EXAMPLE"),
                                    "AIza" + mixed,
                                    "SG." + mixed,
                                    "Bearer " + std::string("abcdefgh1234"),
                                    "xoxb-1234567890-" + a,
                                    "xapp-1-" + a,
                                    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0." + a,
                                    "hooks.slack.com/services/T0/B0/" + a,
                                    "discord.com/api/webhooks/12/" + a}) {
    INFO(secret);
    CHECK(redact("x " + secret + ", y").text == "x [masked], y");
    CHECK(redact("(" + secret + ")").text == "([masked])");
    CHECK(redact("x=\"" + secret + "\"").masked == 1);
  }
}

TEST_CASE("redaction: private keys are masked line by line, certificates are not")
{
  const std::string body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQ==\n";
  CHECK(redact("a\n-----BEGIN RSA PRIVATE KEY-----\n" + body + "-----END RSA PRIVATE KEY-----\nb")
            .text ==
        "a\n-----BEGIN RSA PRIVATE KEY-----\n[masked]\n[masked]\n-----END RSA PRIVATE KEY-----\nb");
  CHECK(redact("-----BEGIN OPENSSH PRIVATE KEY-----\n" + body + "step 1\n").text ==
        "-----BEGIN OPENSSH PRIVATE KEY-----\n[masked]\n[masked]\nstep 1\n");
  CHECK(redact("step 1\n" + body + "-----END PRIVATE KEY-----\n").text ==
        "step 1\n[masked]\n[masked]\n-----END PRIVATE KEY-----\n");
  CHECK(redact("k = '-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----'").text ==
        "k = '-----BEGIN PRIVATE KEY-----[masked]-----END PRIVATE KEY-----'");
  CHECK(redact("-----BEGIN PRIVATE KEY-----\n" + body + "-----END PRIVATE KEY-----").masked == 1);
  const std::string certificate =
      "-----BEGIN CERTIFICATE-----\n" + body + "-----END CERTIFICATE-----\n";
  CHECK(redact(certificate).text == certificate);
}

TEST_CASE("redaction: what merely looks like it stays")
{
  for (const char* text :
       {"--max-tokens 512 tokens=4096 num_tokens: 7",
        "tokenizer=bert pad_token='<pad>'",
        "eos_token: </s>",
        "TOKENIZERS_PARALLELISM=false",
        "--token",
        "token_type_ids=[0, 0]",
        "loss per token: 0.5312",
        "tokens/s: 1234",
        "token_embedding=Embedding",
        "token_count=12345678",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "md5=d41d8cd98f00b204e9800998ecf8427e",
        "GPU-8f6a4f0e-3b1c-4f1f-9d0e-0123456789ab",
        "123e4567-e89b-12d3-a456-426614174000",
        "sk-learn sk-image",
        "sk-learn-pipeline-experiment-2024-run",
        "task-oriented-dialogue-system-1",
        "tensor data: AAAAAIA/AAAAQAAAQEAAAIBAAACgQAAAwEAAAOBAAAAAQQAAEEEAACBBAAAwQQ==",
        "eyJsb3NzIjogMC41LCAic3RlcCI6IDEwMDAsICJlcG9jaCI6IDN9",
        "AKIAx is a name",
        "password=$PASSWORD",
        "token=None",
        "token=${TOKEN}",
        "password_file=/home/a/pw",
        "SECRET_NAME=x",
        "PWD=/home/ann OLDPWD=/home",
        "https://example.org/a@b",
        "ssh://git@host/x",
        "Bearer of news",
        "Bearer authentication failed",
        "monkey=banana",
        "secretary: x",
        "hf_hub_download(repo)",
        "hf_transfer",
        "ghp_ prefix",
        "password is wrong",
        "key: value author=ann",
        "SyntaxError: unexpected token: ')'",
        "ValueError: invalid token: 'foo'",
        "JSONDecodeError: unexpected token: line 1",
        "best token: hello",
        "unexpected token: 'end of file'",
        "'--password=' --lr 'a'",
        R"(os.environ["API_KEY"] api_key = """""" x)",
        "Access denied (using password: YES)",
        "password: not set, user: ann",
        "docker run --user 1000:1000 -u 1000:1000 image",
        "curl -u ann https://x:8080",
        "curl -u ann:$PW https://x",
        "sig=3 signature=def(x) a&b sig: 3",
        "FORWARD_PASS=1.25 forward_pass=1.25 tests_pass: 12",
        "%sudo ALL=(ALL) NOPASSWD: ALL",
        "passwords: 3 PASSWD_FILE=/etc/x passwordless=ssh",
        "Unexpected Token: EOF",
        "draft_token=the target_token=a",
        "credentials: using default",
        "invalid credentials: user.name",
        "authorization: none",
        "Authorization: Required",
        "batch_size=32 lr=3e-4 seed=1234567890123456"}) {
    INFO(text);
    CHECK(redact(text).text == text);
    CHECK(redact(text).masked == 0);
  }
}

TEST_CASE("redaction: a key of hex digits is one where somebody logs in")
{
  const std::string key = "0123456789abcdef0123456789abcdef01234567";
  for (const char* before :
       {"wandb login ", "$ wandb login --relogin ", "wandb.login(key='", R"(["wandb", "login", ")",
        "wandb: Paste an API key from your profile and hit enter: ", "Your API key is "}) {
    INFO(before);
    CHECK(redact(before + key + "\n").text == std::string(before) + "[masked]\n");
    CHECK(redact("commit " + key + "\n" + before).masked == 0);
    CHECK(redact(before + std::string("\ncommit ") + key).masked == 0);
    CHECK(redact(before + key + "01234567-x0123456789abcdef").masked == 0);
  }
  CHECK(redact("wandb: run " + key + " at login node").masked == 0);
}

TEST_CASE("redaction: in a sentence too, what looks like a secret is masked")
{
  for (const char* text :
       {"invalid token: 'abcdef123456'", "got token: abcdef123456", "\ttoken: hunter",
        "{ user: 'ann', token: 'hunter' }", "with API_TOKEN: hunter", "an access_token: hunter",
        "wrong credentials: ann-0123456789", "credentials: hunter2",
        "is authorization: aB1234567890",
        "header Authorization: Basic dXNlcjpwdw==", "Authorization: Bearer old",
        "curl -H 'Authorization: hunter' https://x", "the token=hunter"}) {
    INFO(text);
    CHECK(redact(text).masked == 1);
  }
  CHECK(redact("best token: hello", {true, {"token"}, {}}).masked == 1);
}

TEST_CASE("redaction: every secret is counted, and masking again changes nothing")
{
  const std::string text =
      "--token=a --password=b https://u:p@h API_KEY=c\n-----BEGIN PRIVATE "
      "KEY-----\nMIIEvQIBADANBgkq\n"
      "-----END PRIVATE KEY-----\n";
  const Redacted once = redact(text);
  CHECK(once.masked == 5);
  CHECK(redact(once.text).text == once.text);
  CHECK(redact(once.text).masked == 0);
}

TEST_CASE("redaction: megabytes of what only begins like a secret take time in proportion")
{
  std::string text;
  for (int i = 0; i < 40'000; ++i) {
    text += "-----BEGIN PRIVATE KEY-----\nx y\n";
  }
  CHECK(redact(text).masked == 0);
  std::string line;
  for (int i = 0; i < 100'000; ++i) {
    line += "password='a' login x password b ";
  }
  CHECK(redact(line).masked == 200'000);
  line.clear();
  for (int i = 0; i < 100'000; ++i) {
    line += "password: None, \"password: x\" invalid token: a ";
  }
  CHECK(redact(line).masked == 100'000);
}

TEST_CASE("redaction: each mask tells what it stands for, and lines stay lines")
{
  const std::string text = "a token=xyzzy\nb password='q q'\n";
  const Redacted result = redact(text);
  REQUIRE(result.masks.size() == 2);
  CHECK(text.substr(result.masks[0].from, result.masks[0].length) == "xyzzy");
  CHECK(text.substr(result.masks[1].from, result.masks[1].length) == "q q");
  for (const Mask& mask : result.masks) {
    CHECK(result.text.substr(mask.at, kMask.size()) == kMask);
  }
  CHECK(std::count(result.text.begin(), result.text.end(), '\n') == 2);
}
