/** The 60 seconds of a revocation with many more random sequences than in `npm test`. */

process.env['SEQUENCES'] ??= '5000';
await import('../unit/pricing-service/sixty-seconds.test.ts');
