import './job.ts';
import './status.ts';
import './queries.ts';
import './mutations.ts';
import './background-job.ts';
