/** Help text of the command `npm run admin`. Messages about missing arguments take their names from it. */
export const adminUsage = `Usage: npm run admin -- <command>

  users list [--search <text>] [--role <role>]
  users create <login> <email> [--role <role>] [--password <password>] [--name <name to show>]
  users set-role <login> <role>
  users set-password <login> [<password>]       without a password, one is generated and printed
  users reset-second-factors <login>            removes them and all sessions; the password and application passwords stay
  users delete <login> [--reassign <login>]     without --reassign, the content has no author

  application-passwords list <login>
  application-passwords create <login> <name>   printed only once
  application-passwords revoke <login> <uuid | all>

  settings list
  settings get <key>
  settings set <key> <value>                    JSON, or plain text

  doctor [--backups <folder>]                   checks the installation: database, migrations, clock, mail, key, jobs, disk, proxies, backups

  jobs failed                                   jobs that failed permanently, newest first
  jobs retry <id | all>                         retry failed jobs

  audit export <file>                           the audit log, one line of JSON for each entry
  audit verify [<position> <link>]              checks that the audit log is unaltered; with the position and link that an earlier check printed, also that nothing was cut off

  consent export <file>                         the log of consents with everything needed to verify it without this site
  consent verify [<position> <link>]            checks that the log of consents is unaltered; with the position and link that an earlier check printed, also that nothing was cut off

<login> is a login name or an email address; roles: administrator, editor, author, contributor, subscriber.`;
