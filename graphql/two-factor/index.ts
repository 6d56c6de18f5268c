import './factor.mutations.ts';
import './passkey.mutations.ts';
import './prove.mutations.ts';
import './second-factors.ts';
import './second-step.mutations.ts';
import './settings.ts';
