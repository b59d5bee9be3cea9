#include <gpualert/outbox.hpp>

#include <nlohmann/json.hpp>

// The only JSON of this module. envelope.json: "schema" 1 and the fields of Envelope by name.
namespace gpualert {

namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
void take(Json& object, const char* key, Value& value)
{
  object.at(key).get_to(value);
  object.erase(key);
}

Envelope from_json(Json object)
{
  Envelope envelope;
  int schema = 0;
  take(object, "schema", schema);
  take(object, "run", envelope.run);
  take(object, "channel", envelope.channel);
  take(object, "message_id", envelope.message_id);
  take(object, "from", envelope.from);
  take(object, "to", envelope.to);
  take(object, "subject", envelope.subject);
  take(object, "queued_ns", envelope.queued_ns);
  take(object, "next_try_ns", envelope.next_try_ns);
  take(object, "tries", envelope.tries);
  take(object, "state", envelope.state);
  take(object, "last_error", envelope.last_error);
  if (object.contains("facts")) {
    take(object, "facts", envelope.facts);
  }
  if (object.contains("digest")) {
    take(object, "digest", envelope.digest);
  }
  if (!object.empty()) {
    envelope.unknown_fields = object.dump();
  }
  return envelope;
}

Json object_of(const Envelope& envelope)
{
  Json object{{"schema", 1},
              {"run", envelope.run},
              {"channel", envelope.channel},
              {"message_id", envelope.message_id},
              {"from", envelope.from},
              {"to", envelope.to},
              {"subject", envelope.subject},
              {"queued_ns", envelope.queued_ns},
              {"next_try_ns", envelope.next_try_ns},
              {"tries", envelope.tries},
              {"state", envelope.state},
              {"last_error", envelope.last_error}};
  if (!envelope.facts.empty()) {
    object["facts"] = envelope.facts;
  }
  if (envelope.digest != 0) {
    object["digest"] = envelope.digest;
  }
  // A field of our own is never overwritten by a stray one.
  const Json unknown = Json::parse(envelope.unknown_fields, nullptr, false);
  if (unknown.is_object()) {
    for (const auto& [key, value] : unknown.items()) {
      if (!object.contains(key)) {
        object[key] = value;
      }
    }
  }
  return object;
}

Json object_of(const OutboxEntry& entry)
{
  Json object{{"entry", entry.name}};
  if (entry.damage.empty()) {
    object.update(object_of(entry.envelope));
    object.erase("schema");
  } else {
    object["damage"] = entry.damage;
  }
  object["state"] = entry.envelope.state;
  return object;
}

std::string text_of(const Json& object)
{
  return object.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string to_json(const Envelope& envelope)
{
  return text_of(object_of(envelope));
}

std::string to_json(const std::vector<OutboxListing>& outboxes)
{
  Json list = Json::array();
  for (const OutboxListing& outbox : outboxes) {
    Json entries = Json::array();
    for (const OutboxEntry& entry : outbox.entries) {
      entries.push_back(object_of(entry));
    }
    list.push_back({{"outbox", outbox.dir}, {"entries", std::move(entries)}});
  }
  return text_of({{"schema", 1}, {"outboxes", std::move(list)}});
}

Result<Envelope> parse_envelope(std::string_view json)
{
  try {
    return from_json(Json::parse(json));
  } catch (const std::exception& error) {
    return Error{std::string("envelope.json: ") + error.what()};
  }
}

}  // namespace gpualert
