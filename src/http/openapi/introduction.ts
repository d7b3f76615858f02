import type { Config } from '../../config/config.js';
import { commonFailures } from './failure-responses.js';
import { limitsOf } from './limits.js';

/** The description of the OpenAPI document, as Markdown. `withNull` names the records that send null. */
export function introduction(config: Config, withNull: readonly string[]): string {
  return `The HTTP interface of an agency: its contacts and appointments, the queues of its front desks, production \
figures, surveys, projects and documents.

**Signing in.** \`POST /v1/Auth/Login\` with UserName and Password returns a BearerToken; send it with each call as \
\`Authorization: Bearer …\`. With an API key in \`X-Api-Key\` you need no token.

**Callers and scope.** Each operation lists its callers, which are roles. A row is *in scope* if it belongs to your \
own agent, or to an agent that names yours as upline (Upline1 to Upline4, MVPID, AVPID or RVPID). For an \
Administrator, every row is in scope; for a Worker, no row that belongs to an agent. A custom role adds the \
operations that its Permissions name.

**Groups.** E1 to E15 are the core operations, those with C the further ones.

**Terms**

| Term | Meaning |
|---|---|
| own agent | The agent whose UserId is yours. A user has one or none. |
| downline | The agents that name an agent as upline. |
| visit | A customer's stay at a location, from the check-in until Completed, NoShow or Cancelled. |
| line | A queue of a location. A smartsheet line is something else: a policy or transaction of an agent's client. |
| station | A desk of a location. It serves lines, and staff call the next customer to it. |
| ledger | An agent's listings (policies with points and commission), adjustments and payments. |
| slot | A place in a school district. Agents request it, and an Administrator decides. |
| record set | All records of a kind as a file, for import and export. |
| unset | Without a value. The table of values shows how a response writes it. |

**Formats.** Bodies are JSON or forms. A success is always 200, in the format that you ask for. A failure is always \
JSON here, with a \`ResponseStatus\`: ErrorCode, Message, and in Errors one entry for each bad field.

| Format | How to ask for it | Content |
|---|---|---|
| JSON | the default | the response record |
| CSV | \`.csv\` at the end of the path, \`?format=csv\` or \`Accept: text/csv\` | the rows of the list, below a \
header |
| XLSX | \`.xlsx\` at the end of the path, \`?format=xlsx\` or its media type | the same rows as a workbook, with \
numbers, days, times and booleans as typed cells. Times are local times of \`TIME_ZONE\`, which the last sheet names |

**Values**

| Type | Returned as | Also accepted | Unset |
|---|---|---|---|
| GUID | 32 lower-case hex digits | hyphens, braces, upper case | 32 zeros |
| date-time | \`yyyy-MM-ddTHH:mm:ss.fffffffZ\`, in UTC | any ISO 8601 form, \`/Date(ms)/\`; a date alone means \
midnight in the business's time zone | \`0001-01-01T00:00:00.0000000\` |
| calendar day (\`x-calendar-day\`) | \`yyyy-MM-ddT00:00:00.0000000\`, without Z | any date-time: its date counts, \
time and offset are ignored | the same |
| string | Unicode; its length counts code points | | empty |
| int64, decimal | a JSON number, exact. Beyond 2^53, an int64 (SchoolID, StateID, CountyID) needs a client that keeps \
its digits | | 0 |
| a field whose schema has the type \`null\` | its type | | null |

Apart from ResponseStatus, these records send null: ${withNull.join(', ')}. All others send the value of the table.

**Fields of a body.** Names are case-sensitive. An update does not change absent fields; an insert sets them to their \
default. null unsets a field, except that an update ignores null for a required field. A field that is in neither the \
request nor the response schema is rejected with 400 \`Unknown\`; the groups E1 to E15 ignore it, and name it in \
Meta.Ignored of the response (\`Contact.Note, Note\`; at most 100). The items of a list \
in a body are processed all or not at all. An error of such an item has its key, such as ContactId, in its Meta.

**Lists** are complete and in a stable order, unless you send options:

| Option | Effect |
|---|---|
| \`skip=20&take=10\` | Returns the records 21 to 30. |
| \`orderBy=Field,-Field\`, \`orderByDesc=…\` | Orders by these fields, in the order of the query. \`-\` reverses a \
field. |
| \`fields=Field,Field\` | Returns only these fields: in JSON in the order of the record, in CSV and XLSX in this \
order. Records with an ETag can have the field \`Version\`, a hash of the stored record without its encrypted fields: \
an import of the file finds out by it which records have changed since. |
| \`include=total\` | Puts the number of all records into \`Meta.Total\`. |

Every GET of a list also takes filters on the simple fields of its records. A record must match all filters. A \
comparison never matches an unset field; \`FieldIsNull=true\` does. An option or a filter without a value \
(\`State=\`), as a form sends an empty box, is ignored. The response of a POST, PUT or DELETE takes the options, but \
no filters.

| Filter | Finds records whose Field |
|---|---|
| \`Field=a\` | is a |
| \`FieldIn=a,"b, c"\` | is one of these; a value with a comma is in quotes, as in CSV |
| \`FieldBetween=a,b\` | is from a to b, both included, each in quotes if it has a comma |
| \`FieldGreaterThanOrEqualTo=a\`, \`FieldLessThanOrEqualTo=a\` | is at least a, at most a |
| \`FieldStartsWith=a\`, \`FieldContains=a\` | is text that begins with a or contains a, in any letter case |
| \`FieldIsNull=true\`, \`FieldIsNull=false\` | is unset or empty text, or is set |

Names of contacts, agents, places and catalogues are compared and sorted without regard to letter case, diacritics and \
apostrophes: \`LastName=alvarez\` finds Álvarez.

**Verbs.** \`OPTIONS\` on every path returns its verbs, \`HEAD\` works wherever \`GET\` does, and paths ignore letter \
case.

**Safe retries and edits.** If you repeat a POST, PUT or DELETE with the same \`Idempotency-Key\`, the work is done \
once. An edit with \`If-Match\` fails with 412 if the record has changed since you read its ETag. \
The response of a PUT or POST with one record has its new ETag, so the next edit needs no GET. \
A 409 for a contact that another agent has locked says in Meta.LockedBy who did, and in Meta.LockedUntil when the lock \
expires.

${limitsOf(config)}

${commonFailures}`;
}
