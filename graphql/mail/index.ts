import './outgoing-mail.ts';
