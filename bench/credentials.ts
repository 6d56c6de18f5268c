/**
 * Credentials of the administrator in benchmarks. They are not secret, because the databases exist only during a benchmark and on the loopback
 * interface.
 */
export const admin = { login: 'bench', password: 'b'.repeat(24) };
export const adminHeader = { authorization: `Basic ${btoa(`${admin.login}:${admin.password}`)}` };
