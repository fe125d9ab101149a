import test from 'ava';
import { readCommandSettings } from '../../../../pricing-service/keys-command/settings.ts';

test('the author of changes is the user before sudo, and without one the user of the command', (t) => {
  t.regex(readCommandSettings({ SUDO_USER: 'ana' }).by, /^ana@./);
  const { by } = readCommandSettings({});
  t.regex(by, /^.+@./);
  t.is(readCommandSettings({ SUDO_USER: '' }).by, by);
});
