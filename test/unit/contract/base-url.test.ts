import test from 'ava';
import { parseBaseUrl } from '../../../contract/base-url.ts';

test('an http or https address is accepted, and its trailing slashes are removed', (t) => {
  t.is(parseBaseUrl('https://api.example.com//'), 'https://api.example.com');
  t.is(parseBaseUrl('http://localhost:8080/catalogue/'), 'http://localhost:8080/catalogue');
});

test('an invalid address, or one that needs escapes in JSON or nginx, is refused', (t) => {
  for (const text of [
    '',
    'api.example.com',
    'ftp://api.example.com',
    'https://',
    'https://a b',
    'https://a"b',
    'https://a;b',
    'https://a$host',
    'https://a?x',
    'https://a#x',
    'https://[',
  ]) {
    t.throws(() => parseBaseUrl(text), { message: /must be an http or https address/ }, text);
  }
});

test('an address with a user name or password is refused, because every document would publish it', (t) => {
  for (const text of [
    'https://user:secret@api.example.com',
    'https://user@a',
    'http://:secret@a/x',
  ]) {
    t.throws(() => parseBaseUrl(text), { message: /must have no user name or password/ }, text);
  }
  t.is(parseBaseUrl('https://api.example.com/@x'), 'https://api.example.com/@x');
});
