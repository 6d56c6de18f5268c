/** Credentials of the benchmark's administrator. The database only exists during the benchmark, on the loopback interface. */
export const admin = { login: 'bench', password: 'b'.repeat(24) };
export const adminHeader = { authorization: `Basic ${btoa(`${admin.login}:${admin.password}`)}` };
