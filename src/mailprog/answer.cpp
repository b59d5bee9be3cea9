#include "mailprog/answer.hpp"

#include "mailprog/call_form.hpp"
#include "mailprog/child.hpp"
#include "mailprog/job_note.hpp"
#include "mailprog/job_record.hpp"
#include "mailprog/job_report.hpp"
#include "mailprog/once.hpp"
#include "mailprog/real_mailer.hpp"

#include <fmt/format.h>

#include <utility>

namespace gpualert::mailprog {

namespace {

constexpr std::chrono::seconds kLimit{90};

Status note_job(const Item& item, const std::vector<std::string>& to, const Site& site)
{
  const RunRecord record = record_of(item.mail.event, item.call.received_ns);
  const Note note = note_of(item.mail.event);
  Post letter;
  letter.id = record.id;
  letter.to = to;
  letter.from = item.mail.from;
  letter.facts = {{"status", note.status},
                  {"name", record.name},
                  {"cause", note.headline},
                  {"job", job_label(item.mail.event)},
                  {"user", record.user}};
  letter.compose = [&](const ReportOptions& given) {
    ReportOptions options = given;
    options.job = shared_id(item.mail.event);
    return compose_note(record, note, options);
  };
  return post(site, letter);
}

bool said(const Status& status, const Item& item, const Site& site)
{
  if (!status) {
    journal(site, fmt::format("job {}: {}", item.mail.event.job, status.error().what));
  }
  return bool(status);
}

// Another gpualert may have told of the end of a job; looking for that must not hang the worker.
bool note_end_in_child(const Item& item, const Site& site)
{
  return in_child(
      [&] {
        Once once{item.mail.event, record_of(item.mail.event, item.call.received_ns), site};
        const std::vector<std::string> to = once.untold(ends_of_output(item.mail.event), item.to);
        if (to.empty()) {
          return true;
        }
        const bool noted = said(note_job(item, to, site), item, site);
        if (noted) {
          once.tell(to);
        }
        return noted;
      },
      kLimit);
}

bool note(const Item& item, const Site& site)
{
  const bool ended = item.mail.event.what == What::ended && !item.mail.event.summary;
  return (ended && note_end_in_child(item, site)) ||
         said(note_job(item, item.to, site), item, site);
}

bool report_in_child(const Item& item, Output output, const Site& site)
{
  return in_child(
      [&] { return said(report_job(item.mail, item.call, item.to, output, site), item, site); },
      kLimit);
}

}  // namespace

std::optional<Item> item_of(Call call, const Site& site)
{
  std::optional<Mail> mail = recognise(call);
  if (!mail) {
    return std::nullopt;
  }
  Recipients recipients = check_recipients(mail->addresses, site.config.mailprog.domains);
  for (const std::string& why : recipients.refused) {
    journal(site, fmt::format("job {}: not mailed: {}", mail->event.job, why));
  }
  return Item{std::move(call), std::move(*mail), std::move(recipients.accepted)};
}

void hand_on(const Call& call, const Site& site)
{
  const Result<std::string> mailer = find_real_mailer(call.argv, site.config.mailprog);
  const Status ran = mailer ? run_mailer(*mailer, call.argv, call.body) : Status{mailer.error()};
  journal(site, ran ? "handed to the real mailer as it came"
                    : "lost: " + ran.error().what + ": " +
                          (call.argv.size() > 2 ? call.argv[2] : std::string()));
}

void answer(const Item& item, const Site& site)
{
  if (item.to.empty()) {
    return;
  }
  const bool done = ended_badly(item.mail.event)
                        ? report_in_child(item, Output::read, site) ||
                              report_in_child(item, Output::left_alone, site)
                        : note(item, site);
  if (!done) {
    journal(site, fmt::format("job {}: no report could be made", item.mail.event.job));
    hand_on(item.call, site);
  }
}

}  // namespace gpualert::mailprog
