const splitCodes = (text: string): string[] => text.split(' ');

/** ISO 3166-1 country codes in the published order, and `XK` (Kosovo) and `AN` (Netherlands Antilles). */
export const countryCodes: readonly string[] = splitCodes(
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF ' +
    'CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH ' +
    'GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW ' +
    'KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG ' +
    'NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN ' +
    'SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ' +
    'ZA ZM ZW XK AN',
);

/** Countries of the European Union and the European Economic Area. */
const gdprCountries = splitCodes('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK');

/** Countries with an adequate level of data protection, by the law that recognizes it (docs/behaviour/consent-queue-product.md 2.1). */
export const safeCountries = {
  GDPR: gdprCountries,
  DSG: ['CH'],
  'GDPR+DSG': [] as string[],
  ADEQUACY_EU: splitCodes('AD AR CA FO GG IL IM JP JE NZ KR CH GB UY US'),
  ADEQUACY_CH: splitCodes(
    'AD AR AT BE BG CA CY HR DK ES EE FI FR GI GR GG HU IM FO IE IS IL IT JE LV LI LT LU MT MC NO NZ NL PL PT CZ RO GB SK SI SE UY DE US',
  ),
};

/** Names of country groups in the setting of the country bypass. */
export const countryGroups: Readonly<Record<string, readonly string[]>> = { GDPR: gdprCountries, CCPA: ['US'] };

/** Minimum ages for consent to data processing, by country. `GDPR` is the default of the European Union. */
const AGE_LIMITS: ReadonlyArray<readonly [age: number, countries: string]> = [
  [13, 'BE DK EE FI IS LV NO PT SE MT CH'],
  [14, 'AT BG CY IT LT ES'],
  [15, 'CZ FR GR SI'],
  [16, 'GDPR DE HR HU LI LU NL PL RO SK IE'],
];

const ageLimitByCountry = new Map(
  AGE_LIMITS.flatMap(([age, countries]) => splitCodes(countries).map((country) => [country, age] as const)),
);

/** Valid values of the setting for the age limit. */
export const ageLimits = [
  'INHERIT',
  ...splitCodes('GDPR BE DK EE FI IS LV NO PT SE MT AT BG CY IT LT ES CZ FR GR SI DE HR HU LI LU NL PL RO SK IE CH'),
];

/** Returns the minimum age in years for a value of the setting. `INHERIT` means the operator's country. Returns 16 if the value is unknown. */
export function getAgeLimit(setting: string, operatorCountry: string): number {
  return ageLimitByCountry.get(setting === 'INHERIT' ? operatorCountry : setting) ?? 16;
}
