import { Type } from 'typebox';
import { closed } from './key-schemas.ts';

const consoleRoles = ['admin', 'read_only', 'reports', 'front_desk'] as const;

/** Keys of the console: the web pages at /console/, and the sessions of users who sign in there. */
export const consoleSchema = Type.Object(
  {
    enabled: Type.Boolean({ default: true, description: 'true or false' }),
    allow_http: Type.Boolean({ default: false, description: 'true or false' }),
    idle_minutes: Type.Integer({
      minimum: 5,
      maximum: 1440,
      default: 30,
      description: 'minutes without a request after which a session ends, 5 to 1440',
    }),
    max_hours: Type.Integer({
      minimum: 1,
      maximum: 720,
      default: 24,
      description: 'hours after which a session ends at the latest, 1 to 720',
    }),
    require_totp: Type.Array(Type.Enum([...consoleRoles]), {
      default: [],
      uniqueItems: true,
      maxItems: consoleRoles.length,
      description: 'roles whose users need a second factor: admin, read_only, reports, front_desk',
    }),
  },
  { ...closed, default: {} },
);
