#include "deliver/probe.hpp"

#include "base/file.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <arpa/inet.h>
#include <netdb.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

namespace gpualert::deliver {

namespace {

std::string field(const std::string& text)
{
  std::string clean = to_utf8(text);
  std::replace_if(
      clean.begin(), clean.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, ' ');
  return clean;
}

void print(const char* level, const std::string& what, const std::string& words,
           const std::string& hint)
{
  const std::string line =
      fmt::format("{}\t{}\t{}\t{}\n", level, field(what), field(words), field(hint));
  (void)write_all(STDOUT_FILENO, line, "");  // nobody reads it any more
}

std::string text_of(const addrinfo& found)
{
  std::array<char, NI_MAXHOST> text{};
  const int error = ::getnameinfo(found.ai_addr, found.ai_addrlen, text.data(), text.size(),
                                  nullptr, 0, NI_NUMERICHOST);
  return error == 0 ? text.data() : "";
}

}  // namespace

void Findings::ok(const std::string& what, const std::string& words)
{
  print("ok", what, words, "");
}

void Findings::warn(const std::string& what, const std::string& words, const std::string& hint)
{
  print("warn", what, words, hint);
}

void Findings::fail(const std::string& what, const std::string& words, const std::string& hint)
{
  print("fail", what, words, hint);
}

bool probe_name(const std::string& host, Findings& findings)
{
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const int error = ::getaddrinfo(host.c_str(), nullptr, &wanted, &list);
  if (error != 0) {
    findings.fail(
        "name", fmt::format("{}: {}", host, ::gai_strerror(error)),
        "check host in the configuration, and whether this node has a name server "
        "(/etc/resolv.conf); a node without a network leaves its reports to a login node");
    return false;
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner{list, &::freeaddrinfo};
  std::set<std::string> addresses;
  for (const addrinfo* each = list; each != nullptr; each = each->ai_next) {
    addresses.insert(text_of(*each));
  }
  findings.ok("name", fmt::format("{} is {}", host, fmt::join(addresses, ", ")));
  return true;
}

int probe_channel(const std::string& name, const Config& config, const Surroundings& around,
                  const Deadline& deadline)
{
  const auto found =
      std::find_if(config.channels.begin(), config.channels.end(),
                   [&](const ChannelSettings& channel) { return channel.name == name; });
  if (found == config.channels.end()) {
    return 1;
  }
  Findings findings;
  if (found->type == "smtp") {
    probe_relay(*found, around, deadline, findings);
  } else if (found->type == "webhook") {
    probe_webhook(*found, around, deadline, findings);
  }
  return 0;
}

}  // namespace gpualert::deliver
