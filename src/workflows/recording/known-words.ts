/**
 * The words of the code: of its fields, event types, states and addresses. Words that could be a person's name have no
 * place here: whatever contains another word is masked.
 */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(
  `
    abort accept accepted accepting access account acknowledge act action actions activate activated active actor actors
    add added additional address adds admin administrator administrators advance after all allowed alone always an and
    announce another answer answerable answered any apart applied apply approval approve approved are area as ask asked
    asking asks at attendance automatic available back badge balance basic basis be before begin begins beyond billable
    billing birth blank booked books both box boxes busy by bytes cache calendar call calls came can cancel caseload
    caseloads cases cells change changed changes chart check checked checking children choice choices choosable choose
    chooses choosing chosen cities city clashes clashing clean clear clicked close closed code colour colours column
    columns come complete confirm confirmed confirming conflict contacts content context correct count countries country
    counts create created creator current daily damaged data database date dates day days deactivated decide decided
    deciding decimals decision decode definition delay delays delete deleted deleting deletion delivered depends
    description detail details dialog digits discard dismiss dob does done download downloads draft draw drawing drawn
    drop dropped dropping due duplicate duration durations earlier early edges edit editable edited editing effective
    effects else elsewhere email emitted empty encode end ended ending endings endpoints ends engine enter entered
    entering entity entries entry enum equals error errors event events every exit expansion expired expiry failed fails
    failure false fax fee feed feedback fees fetch fetched fetching field fields file files filled filter filters find
    finished first fitting flush follow following for forced forget forgotten form format forward found fraction frame
    free frequencies frequency from full get given go gone good granted graphql group guard guards half has headers
    heads health here history holds home hopeless hours href id idle ids if import importing impossible in incomplete
    index initial input inputs interrupted interval into invalid invoice invoiced invoke is issue it items its join
    joining judging keep keeping keeps kept key keys keywords kind known label labels language large last late later
    latest leave leaving left length lifecycle lifecycles limit line lines link links list listed listing lists live
    load loaded loading loads lock locked lockout login logout long longest look looked looking loses lost machine
    machines mandated many max maximum me meanwhile megabyte megabytes menu message meta method microsteps minimum
    minutes miss missed missing mistakes mobile modal mode module moment month monthly months more most move moved name
    nameless names naming narrowed negative network never new newer newly news next no nobody none not note notes
    nothing notice noting noun now nth number numeric occurrence occurrences of off offered offers offline offset old
    older on once one online only open opening opens operation option options order original origins other otherwise out
    outcome outcomes outdated output over overtaken own page params parent part passed password past path paths patience
    pattern pause paused pausing payload pending per period person phone place placing plural points prepare preview
    previewing previews previous private probe probing problem problems profile progress properties property provider
    providers pto ptos public purpose query question questions quick rate rates reach read reading ready reason record
    records recurrence recurring reenter refresh refreshing refusal refusals refuse refused reject rejected rejecting
    reload reloaded remember rememberme remove removed renewed reopen reopened replace replaced replacement replacing
    replay replies report request requested requester requests required reread rereading reset response resting restore
    restored restoring result retry returned revoke revoked revoking rewind role roles root row rows rrule rule run
    running runs same sample save saved saving say schedule scheduled schema school schools scope screen screens search
    searched second seconds secret secrets seen selected selection self send sender sending sent series server service
    services session sessions set sets settled settling several share shared sheet show shown side sides sign signal
    signed signing signs silent simulation since single size slow slowest snapshot so some someone something sort
    sorting source special spreadsheet src ssn stand standing stands start started starts state statechart states status
    stays step stepping steps stopped store stored student students submit submitting succeeded success such summary
    supersede tab table tabs tags take taken takes target tell tells text that the theirs them then therapist there this
    tick time times timesheet timesheets title titles to today toggle token tokens told tomorrow too total totals trace
    tracking transition transitions true type typed types typing unavailable unconfirm unconfirmed uncounted undo
    undoing unedited unkept unknown unlock unreachable unread unreadable unsaved untick unticked until up upcoming
    update updated upload uploaded used user userid username utc valid value values variables version view viewer views
    visit visits waiting waits want wanted warned was watch watched webcal week weekday weekdays weekly weeks well were
    what when where wherever whether whose why width with withdraw withdrawn without wizard words workflow workflows
    write writing written wrong year yearly yet zero zip zone
  `
    .trim()
    .split(/\s+/),
)

/** 'changeFromDate' is 'change', 'from', 'date'. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .split(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())

export const isKnown = (name: string): boolean => {
  const words = wordsOf(name)
  return words.length > 0 && words.every((word) => KNOWN_WORDS.has(word))
}
