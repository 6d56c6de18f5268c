import './checkout.ts';
import './checkout.mutations.ts';
