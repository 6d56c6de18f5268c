/** Credentials of the benchmark's administrator; the database exists for minutes and on loopback only. */
export const admin = { login: 'bench', password: 'b'.repeat(24) };
export const adminHeader = { authorization: `Basic ${btoa(`${admin.login}:${admin.password}`)}` };
