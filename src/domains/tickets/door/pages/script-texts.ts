import type { Say } from '#app/core/language/say.ts';

/** Returns the texts for the script of the page. The script replaces `{ticket}`, `{time}` and `{waiting}`. */
export function getScriptTexts(say: Say): Readonly<Record<string, string>> {
  const [ticket, time, waiting] = ['{ticket}', '{time}', '{waiting}'];
  return {
    unnamed: say('door.unnamed'),
    failed: say('door.failed'),
    unsentOne: say('door.unsent', { waiting: 1, shown: waiting }),
    unsent: say('door.unsent', { waiting: 2, shown: waiting }),
    offline: say('door.offline', { time }),
    offlineNoList: say('door.offlineNoList'),
    ready: say('door.ready', { time }),
    noSearch: say('door.noSearch'),
    signOut: say('door.signOut'),
    welcome: say('door.welcome'),
    letInOffline: say('door.letInOffline', { ticket }),
    alreadyIn: say('door.alreadyIn'),
    againHere: say('door.againHere', { ticket, time }),
    againByList: say('door.againByList', { ticket }),
    notOnList: say('door.notOnList'),
    notOnListWhy: say('door.notOnListWhy'),
    notReached: say('door.notReached'),
    signedOut: say('door.signedOut'),
    tryAgain: say('door.tryAgain'),
    noCamera: say('door.noCamera'),
  };
}
