#include "mailprog/recognise.hpp"

#include "mailprog/batch_events.hpp"
#include "mailprog/call_form.hpp"
#include "mailprog/slurm_event.hpp"
#include "mailprog/text_fields.hpp"

#include <utility>

namespace gpualert::mailprog {

namespace {

std::optional<Event> event_of_mail(const CallForm& form, const Call& call)
{
  if (std::optional<Event> slurm = slurm_event(form.subject, call.variables)) {
    // slurmctld sends none with a body: whoever forwards one wants it to arrive.
    return call.body.empty() ? slurm : std::nullopt;
  }
  if (std::optional<Event> condor = condor_event(form.subject, call.body)) {
    return condor;
  }
  return sge_event(form.subject, call.body);
}

std::optional<Event> event_of_message(const MessageText& message)
{
  const std::string subject = header_value(message.headers, "Subject");
  if (message.body.starts_with("PBS Job Id:")) {  // the subject's form is a setting of Torque's
    return pbs_event(message.body);
  }
  if (std::optional<Event> condor = condor_event(subject, message.body)) {
    return condor;
  }
  return lsf_event(subject, message.body);
}

}  // namespace

bool looks_like_slurm(const Call& call)
{
  const std::optional<CallForm> form = parse_call(call.argv);
  return form && form->form == Form::mail && slurm_event(form->subject, call.variables);
}

std::optional<Mail> recognise(const Call& call)
{
  std::optional<CallForm> form = parse_call(call.argv);
  if (!form) {
    return std::nullopt;
  }
  std::optional<Event> event;
  if (form->form == Form::mail) {
    event = event_of_mail(*form, call);
  } else {
    const MessageText message = split_message(call.body);
    event = event_of_message(message);
    if (form->recipients_in_header) {
      form->recipients.push_back(header_value(message.headers, "To"));
    }
  }
  if (!event) {
    return std::nullopt;
  }
  return Mail{std::move(*event), form->from, split_recipients(form->recipients)};
}

}  // namespace gpualert::mailprog
