import { type Field, integer } from '#app/rest/table.ts';
import { email, entityFields, phone, plainText, website } from './entity-fields.ts';

const sticky = { default: false } as const;

function organizerFields(isUpdate: boolean): Record<string, Field> {
  return { ...entityFields({ isUpdate, sticky }), phone: phone({ format: 'tel' }), website, email };
}

function venueFields(isUpdate: boolean): Record<string, Field> {
  return {
    ...entityFields({ isUpdate, sticky }),
    address: plainText('Street address.'),
    country: plainText('Name of the country.'),
    city: plainText('Name of the city.'),
    state_province: plainText('State or province.'),
    state: plainText('US state. Only for venues in the USA.'),
    province: plainText('State or province outside the USA.'),
    zip: plainText('Postal code.'),
    phone: phone(),
    website,
  };
}

const ref = (description: string) => ({ id: integer({ phase: 'early', required: true, description }) });

export const createOrganizer = organizerFields(false);
export const editOrganizer = { ...ref('ID of the organizer.'), ...organizerFields(true) };
export const organizerRef = ref('ID of the organizer.');
export const createVenue = venueFields(false);
export const editVenue = { ...ref('ID of the venue.'), ...venueFields(true) };
export const venueRef = ref('ID of the venue.');
