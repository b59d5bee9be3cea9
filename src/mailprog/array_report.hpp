#pragma once

#include "mailprog/answer.hpp"
#include "mailprog/event.hpp"
#include "mailprog/site.hpp"

#include <gpualert/note.hpp>

#include <map>
#include <string>
#include <vector>

namespace gpualert::mailprog {

// The tasks of an array that failed for one cause.
struct CauseGroup {
  std::string cause, title, hint;
  std::vector<int> tasks;
  std::map<std::string, std::size_t> nodes;  // and how many tasks failed there
  // Of the first of them.
  std::string sample, evidence, log, state;
};

// The failed tasks by their causes, the most frequent first. Reads the output of the first 500;
// what stays unread is counted by the scheduler's state.
std::vector<CauseGroup> group_by_cause(const std::vector<Event>& failed, std::int64_t received_ns,
                                       const Site& site);

// The words of an array's mail. `all`: tasks that it has, 0 when that is not known.
Note note_of_array(const Event& event, const std::vector<CauseGroup>& groups, std::size_t all,
                   const std::string& remark);

// One mail for an array: of its summary, or of many tasks that failed together. All items have the
// same recipients.
void answer_array(const std::vector<Item>& items, const Site& site);

// Items with the same recipients together, in their order.
std::vector<std::vector<Item>> by_recipients(std::vector<Item> items);

}  // namespace gpualert::mailprog
