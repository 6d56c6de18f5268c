import { escapeHtml } from '#app/core/text/plain-text.ts';
import { dataRequestKinds, dataRequestLabels } from '../requests/kinds.ts';

/** Path that accepts data requests. */
export const REQUEST_PATH = '/legal/data-request';

/** Renders the form for data requests in a document of a region. Works without JavaScript. */
export function renderRequestForm(siteUrl: string, region: string): string {
  const fields = dataRequestKinds.map((kind) => {
    const id = `cmp-datarequest-${kind}`;
    return `<p><input type="checkbox" id="${id}" name="cmp_datarequest_${kind}" value="1"> <label for="${id}">${escapeHtml(dataRequestLabels[kind])}</label></p>`;
  });
  return `<form class="cmp-datarequest" method="post" action="${escapeHtml(siteUrl)}${REQUEST_PATH}">
<input type="hidden" name="cmp_datarequest_region" value="${escapeHtml(region)}">
<p class="cmp-first-name" hidden><label for="cmp-datarequest-firstname">Leave this empty</label> <input type="text" id="cmp-datarequest-firstname" name="cmp_datarequest_firstname" value="" tabindex="-1" autocomplete="off"></p>
<p><label for="cmp-datarequest-name">Name</label> <input type="text" id="cmp-datarequest-name" name="cmp_datarequest_name" maxlength="100" autocomplete="name" required></p>
<p><label for="cmp-datarequest-email">E-mail address</label> <input type="email" id="cmp-datarequest-email" name="cmp_datarequest_email" maxlength="254" autocomplete="email" required></p>
<fieldset><legend>What would you like us to do?</legend>
${fields.join('\n')}
</fieldset>
<p><button type="submit">Send</button></p>
</form>`;
}
