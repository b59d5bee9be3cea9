#include "report/hostname.hpp"

#include <gpualert/report.hpp>
#include "base/file.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <vector>

namespace gpualert {

namespace report {

namespace {

std::vector<std::string_view> words(std::string_view line)
{
  std::vector<std::string_view> found;
  line = line.substr(0, line.find_first_of("#;"));
  while (true) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
      return found;
    }
    line.remove_prefix(first);
    const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
    found.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

std::vector<std::string_view> next_line(std::string_view& text)
{
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return words(line);
}

// Letters, digits, dots and hyphens: what may stand in a header and a Message-ID.
bool is_host_name(std::string_view name)
{
  return !name.empty() && name.size() <= 253 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
  });
}

std::string from_hosts(std::string_view host, std::string_view hosts)
{
  const std::string prefix = std::string(host) + ".";
  while (!hosts.empty()) {
    const auto fields = next_line(hosts);
    for (std::size_t i = 1; i < fields.size(); ++i) {
      if (fields[i].starts_with(prefix) && is_host_name(fields[i])) {
        return std::string(fields[i]);
      }
    }
  }
  return {};
}

// The last of "domain" and "search" counts (resolv.conf(5)); of a search list, its first name.
std::string search_domain(std::string_view resolv_conf)
{
  std::string domain;
  while (!resolv_conf.empty()) {
    const auto fields = next_line(resolv_conf);
    if (fields.size() >= 2 && (fields[0] == "search" || fields[0] == "domain") &&
        fields[1] != "." && is_host_name(fields[1])) {
      domain = fields[1];
    }
  }
  return domain.ends_with('.') ? domain.substr(0, domain.size() - 1) : domain;
}

}  // namespace

std::string qualify(std::string_view host, std::string_view hosts, std::string_view resolv_conf)
{
  if (!is_host_name(host)) {
    return "localhost";
  }
  if (host.find('.') != std::string_view::npos) {
    return std::string(host);
  }
  if (std::string name = from_hosts(host, hosts); !name.empty()) {
    return name;
  }
  const std::string domain = search_domain(resolv_conf);
  return domain.empty() ? std::string(host) : std::string(host) + "." + domain;
}

std::string fqdn_of(std::string_view host)
{
  constexpr std::size_t kLimit = 1U << 20;
  const auto text = [](const char* path) {
    Result<std::string> read = read_file(path, kLimit);
    return read ? std::move(read).value() : std::string();
  };
  return qualify(host, text("/etc/hosts"), text("/etc/resolv.conf"));
}

}  // namespace report

std::string local_fqdn()
{
  std::array<char, HOST_NAME_MAX + 1> host{};
  return ::gethostname(host.data(), host.size() - 1) == 0 ? report::fqdn_of(host.data())
                                                          : "localhost";
}

}  // namespace gpualert
