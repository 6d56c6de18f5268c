import { writeSync } from 'node:fs';
import { openDatabase } from '../../src/core/db/database.ts';

const [url = '', from = '1'] = process.argv.slice(2);
const db = await openDatabase({ url, maxConnections: 2 });
for (let n = Number(from); ; n += 1) {
  // alternates between Prisma, direct statements and transactions
  if (n % 3 === 0) await db.prisma.setting.create({ data: { key: `row-${n}`, value: n } });
  else if (n % 3 === 1) await db.sql('INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)', [`row-${n}`, String(n)]);
  else
    await db.transaction(async (tx) => {
      await tx.setting.create({ data: { key: `row-${n}`, value: n } });
      await tx.setting.create({ data: { key: `second-${n}`, value: n } });
    });
  writeSync(1, `${n}\n`);
  if (n % 10 === 0) await new Promise(setImmediate);
}
