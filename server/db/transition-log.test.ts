import { expect, test } from 'vitest'
import { describeEngines, useDatabase } from '#tests/support/server/database.ts'
import { logTransitions } from './transition-log.ts'

describeEngines('the transition log', (engine) => {
  const database = useDatabase(engine)

  test('can only be added to', async () => {
    const { db, pool } = database()
    const at = new Date('2026-11-20T15:00:00Z')
    const transition = {
      machine: 'occurrence',
      entity: '7',
      from: 'scheduled',
      event: 'hours.confirm',
      to: 'confirmed',
    }
    await logTransitions(db, null, at, [transition])

    const refused = 'The transition log can only be added to'
    await expect(pool.query(`update transition_log set to_state = 'approved'`)).rejects.toThrow(refused)
    await expect(pool.query('delete from transition_log')).rejects.toThrow(refused)

    await logTransitions(db, null, at, [{ ...transition, from: 'confirmed', event: 'day.approve', to: 'approved' }])
    const { rows } = await pool.query('select entity, from_state, event, to_state from transition_log order by id')
    expect(rows).toEqual([
      { entity: '7', from_state: 'scheduled', event: 'hours.confirm', to_state: 'confirmed' },
      { entity: '7', from_state: 'confirmed', event: 'day.approve', to_state: 'approved' },
    ])
  })
})
