import test from 'ava';
import { catalogueSchema } from '../../../../build/content/schemas/catalogue.ts';
import { openApiSiteOf } from '../../../../build/render/addresses.ts';
import { baseUrl, loadFixture } from '../../../helpers/content.ts';

const api = {
  contact: {
    name: 'Support',
    url: { en: 'https://shop.example/en/help', fr: 'https://shop.example/fr/aide' },
    email: 'api@shop.example',
  },
  license: { name: 'Terms of use', url: 'https://shop.example/terms' },
};

test('the OpenAPI document takes contact, licence and company aliases from the content', async (t) => {
  const fixture = await loadFixture();
  const site = openApiSiteOf({ content: fixture, site: { baseUrl } });
  t.false('contact' in site || 'license' in site, 'the fixture says nothing of them');
  t.deepEqual(site.companies, Object.keys(fixture.companies).sort());
  const content = { ...fixture, catalogue: { ...fixture.catalogue, api } };
  const { contact, license } = api;
  t.like(openApiSiteOf({ content, site: { baseUrl } }), {
    contact: { ...contact, url: contact.url.en },
    ...{ license, baseUrl },
  });
});

test('a contact and a licence have a name and an https address', (t) => {
  const { api: schema } = catalogueSchema.shape;
  const { contact, license } = api;
  t.true(schema.safeParse(api).success);
  for (const value of [
    { contact: { name: 'A' } },
    { contact: { ...contact, email: 'nobody' } },
    { contact: { ...contact, url: { en: 'http://shop.example' } } },
    { license: { ...license, url: 'terms.html' } },
  ]) {
    t.false(schema.safeParse(value).success, JSON.stringify(value));
  }
});
