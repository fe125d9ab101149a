export { nodeArguments as programArguments } from '../infra/local/node-arguments.ts';
