-- A mail server that refuses a digest may do so for one of its leads, such as spam that a content filter knows. The
-- sender then takes the leads out of the digest and mails each by itself, so that one does not hold up the others.
grant update (in_digest) on private.notifications to mailer;
