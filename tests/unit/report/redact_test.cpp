#include "report/redact.hpp"

#include <catch2/catch.hpp>

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
      {"https://user:pa55@host/x", "https://user:[masked]@host/x"},
      {"https://0123456789abcdef0123@github.com", "https://[masked]@github.com"},
  };
  for (const auto& [text, expected] : cases) {
    CHECK(redact(text).text == expected);
    CHECK(redact(text).masked == 1);
  }
}

TEST_CASE("redaction: secrets by shape are masked wherever they stand")
{
  const std::string a(24, 'a');
  for (const std::string& secret : {"hf_" + a, "ghp_" + a, "github_pat_" + a, "sk-proj-" + a + "1",
                                    std::string("AKIAIOSFODNN7EXAMPLE"),
                                    std::string("Bearer abcdefgh1234"), "xoxb-1234567890-" + a}) {
    INFO(secret);
    CHECK(redact("x " + secret + ", y").text == "x [masked], y");
  }
}

TEST_CASE("redaction: what merely looks like it stays")
{
  for (const char* text :
       {"--max-tokens 512 tokens=4096 num_tokens: 7", "tokenizer=bert pad_token='<pad>'",
        "eos_token: </s>", "TOKENIZERS_PARALLELISM=false", "--token",
        "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "123e4567-e89b-12d3-a456-426614174000", "sk-learn sk-image",
        "task-oriented-dialogue-system-1", "password=$PASSWORD", "token=None",
        "https://example.org/a@b", "ssh://git@host/x", "Bearer of news", "monkey=banana",
        "secretary: x"}) {
    INFO(text);
    CHECK(redact(text).text == text);
    CHECK(redact(text).masked == 0);
  }
}

TEST_CASE("redaction: every secret is counted, and masking again changes nothing")
{
  const Redacted once = redact("--token=a --password=b https://u:p@h API_KEY=c");
  CHECK(once.masked == 4);
  CHECK(redact(once.text).text == once.text);
  CHECK(redact(once.text).masked == 0);
}
