/** Loaded into a server process: its clock is CLOCK_DAYS_BEHIND days behind. */
const behind = Number(process.env.CLOCK_DAYS_BEHIND) * 86_400_000
const RealDate = globalThis.Date

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length > 0) super(...args)
    else super(RealDate.now() - behind)
  }

  static now() {
    return RealDate.now() - behind
  }
}
