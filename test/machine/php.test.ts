/** The samples of the guide, with those in PHP, which `npm test` leaves out. */
process.env['TEST_PHP'] = 'yes';
await import('../processes/pages/samples.test.ts');
