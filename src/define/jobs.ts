/**
 * When a job is due: at an hour of the day in Asia/Shanghai, e.g. `01:00`, or after so many minutes. A daily one says what it
 * does after the server stood still over several days (90 B M2): `once`, it runs a single time and treats what it finds then;
 * `each`, that run carries out every missed period by itself; `skip`, what was meant for a day that is over is left out, as a
 * reminder seven days before is. One with minutes treats what it finds.
 */
export type JobSchedule =
  | { readonly at: string; readonly missed: 'once' | 'each' | 'skip' }
  | { readonly minutes: number }
