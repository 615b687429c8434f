/** Texts of the codes that a login is rejected with. */
const problems: Readonly<Record<string, string>> = {
  unknown_user: 'wrong',
  wrong_password: 'wrong',
  expired: 'time_over',
  no_balance: 'time_over',
  session_over: 'time_over',
  quota_used_up: 'time_over',
  too_many_sessions: 'too_many',
  unknown_access_point: 'unknown_place',
  no_way_in: 'network',
  controller_unreachable: 'network',
  controller_refused: 'network',
  controller_rejected: 'network',
  controller_busy: 'network',
  upstream_unreachable: 'network',
};

/** Returns the key of the text for a guest whose login is rejected with a code. */
export function problemOf(code: string): string {
  return problems[code] ?? 'not_allowed';
}
