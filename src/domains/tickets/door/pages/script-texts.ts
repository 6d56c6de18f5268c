import type { Translate } from '#app/core/language/translate.ts';

/** Returns the texts for the script of the page. The script replaces `{ticket}`, `{time}` and `{waiting}`. */
export function getScriptTexts(translate: Translate): Readonly<Record<string, string>> {
  const [ticket, time, waiting] = ['{ticket}', '{time}', '{waiting}'];
  return {
    unnamed: translate('door.unnamed'),
    failed: translate('door.failed'),
    unsentOne: translate('door.unsent', { waiting: 1, shown: waiting }),
    unsent: translate('door.unsent', { waiting: 2, shown: waiting }),
    offline: translate('door.offline', { time }),
    offlineNoList: translate('door.offlineNoList'),
    ready: translate('door.ready', { time }),
    noSearch: translate('door.noSearch'),
    signOut: translate('door.signOut'),
    welcome: translate('door.welcome'),
    letInOffline: translate('door.letInOffline', { ticket }),
    alreadyIn: translate('door.alreadyIn'),
    againHere: translate('door.againHere', { ticket, time }),
    againByList: translate('door.againByList', { ticket }),
    notOnList: translate('door.notOnList'),
    notOnListWhy: translate('door.notOnListWhy'),
    notReached: translate('door.notReached'),
    signedOut: translate('door.signedOut'),
    tryAgain: translate('door.tryAgain'),
    noCamera: translate('door.noCamera'),
  };
}
