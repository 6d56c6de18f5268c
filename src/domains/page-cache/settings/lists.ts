/** File names that no rule rejects. */
export const acceptedFiles = ['comments-popup.php', 'links-opml.php', 'locations.php'] as const;

/** Patterns of paths that are never kept. */
export const rejectedPaths = ['/admin/.*', 'index\\.php'] as const;

/** Parts of the names by which mobile browsers know themselves. */
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

/** Parts of the names of programs that fetch pages without anyone looking at them. */
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

/** Folders of what never changes, below the address of the site. */
export const assetFolders = 'uploads,assets';
