-- A digest is one mail about all leads of a minute of a flood. A mail server may refuse a digest because of one of its
-- leads, such as spam that a content filter recognises. The digest is then dissolved: in_digest becomes false, and each
-- lead is mailed by itself, so that one lead does not hold up the others.
grant update (in_digest) on private.notifications to mailer;
