/** File names that are always cacheable. */
export const acceptedFiles = ['comments-popup.php', 'links-opml.php', 'locations.php'] as const;

/** Patterns of paths that are never cached. */
export const rejectedPaths = ['/admin/.*', 'index\\.php'] as const;

/** Parts of the user agents of mobile browsers. */
export const mobileBrowsers = [
  '2.0 MMP',
  '240x320',
  'AvantGo',
  'BlackBerry',
  'Blazer',
  'Cellphone',
  'Danger',
  'DoCoMo',
  'Elaine/3.0',
  'EudoraWeb',
  'hiptop',
  'IEMobile',
  'KYOCERA/WX310K',
  'LG/U990',
  'MIDP-2.',
  'MMEF20',
  'MOT-V',
  'NetFront',
  'Newt',
  'Nintendo Wii',
  'Nitro',
  'Nokia',
  'Opera Mini',
  'Palm',
  'PlayStation Portable',
  'portalmmm',
  'Proxinet',
  'ProxiNet',
  'SHARP-TQ-GX10',
  'Small',
  'SonyEricsson',
  'Symbian OS',
  'SymbianOS',
  'TS21i-10',
  'UP.Browser',
  'UP.Link',
  'Windows CE',
  'WinWAP',
  'Android',
  'iPhone',
  'iPod',
  'iPad',
  'Windows Phone',
  'webOS',
] as const;

/** Parts of the user agents of bots. */
export const robotAgents = [
  'bot',
  'crawl',
  'spider',
  'slurp',
  'scrapy',
  'python-requests',
  'libwww',
  'wget',
  'curl',
  'httrack',
  'nikto',
] as const;

/** Folders of immutable files, relative to the URL of the site, separated by commas. */
export const assetFolders = 'uploads,assets';
