#pragma once

#include "deliver/channel.hpp"
#include "deliver/clerk.hpp"
#include "deliver/digester.hpp"
#include "outbox/spool.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gpualert::deliver {

// One pass over the outbox: takes what is due, sends it, records what became of it.
class Pass {
public:
  // `lease_until_s`: nothing of ours goes on after that. `all`: also entries that are not due yet.
  Pass(outbox::Spool& spool, const Config& config, Surroundings around, const Deadline& deadline,
       std::int64_t lease_until_s, bool all)
      : spool_(spool),
        config_(config),
        around_(std::move(around)),
        deadline_(deadline),
        mine_(outbox::own_lease(lease_until_s)),
        clerk_(spool, around_.journal),
        digester_(around_.state_dir + "/outbox", config, around_.journal, mine_),
        all_(all)
  {
  }

  // Until nothing is due or the deadline is near; then says in outbox/due when to come again.
  Status run();

  // How long until a digest is due that waits for us because nobody else may come by.
  std::optional<std::chrono::seconds> promised() const { return digester_.promised(); }

private:
  struct Open {
    std::unique_ptr<Channel> channel;
    bool down = false;
  };

  Status visit_all();
  void visit(const outbox::Entry& entry);
  bool wants_try(const outbox::Entry& entry);
  Open& channel(const std::string& name);
  void work(outbox::Claim claim);
  Outcome attempt(const outbox::Claim& claim);
  void send_smaller(Channel& channel, const outbox::Claim& claim,
                    const std::vector<outbox::Form>& forms, Outcome& outcome);
  void come_again(std::int64_t at_s);

  outbox::Spool& spool_;
  const Config& config_;
  Surroundings around_;
  Deadline deadline_;
  outbox::Lease mine_;
  Clerk clerk_;
  Digester digester_;
  bool all_;
  bool progress_ = false;
  std::map<std::string, Open> channels_;
  std::set<std::string> seen_;  // in the last look at the outbox
  std::set<std::string> tried_;
  std::optional<std::int64_t> again_s_;
};

}  // namespace gpualert::deliver
