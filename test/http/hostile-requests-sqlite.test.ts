import { testHostileRequests } from './hostile-requests.ts';

await testHostileRequests('sqlite');
