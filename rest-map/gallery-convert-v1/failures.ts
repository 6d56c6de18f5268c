/** Bodies of refusals: `{ "message": … }` or `{ "error": … }` with these statuses (docs/behaviour/cache-compliance-maps-2fa-theme.md 6). */
const message = (status: number) => ({ status, as: 'message' });
const error = (status: number) => ({ status, as: 'error' });

export const convertFailures = {
  gallery_content_missing: message(400),
  gallery_content_forbidden: message(403),
  gallery_images_missing: message(400),
  gallery_image_incomplete: message(400),
};

export const bulkFailures = {
  galleries_forbidden: message(403),
  gallery_type_missing: message(400),
  gallery_type_unknown: message(404),
  gallery_type_forbidden: message(403),
  gallery_contents_missing: message(400),
  galleries_missing: message(400),
  gallery_contents_forbidden: message(403),
};

export const processFailures = {
  gallery_content_missing: error(400),
  gallery_content_forbidden: error(403),
  gallery_not_convertible: { ...error(400), dataMembers: { edit_url: 'editUrl' } },
};
