import { expect, test } from 'vitest'
import { describeEngines, useDatabase } from '#tests/support/server/database.ts'
import { refusalOf, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

/** PostgreSQL's own error of a full disk, for everything that needs more space. */
const FULL = `create function disk_is_full() returns trigger language plpgsql as $$ begin
    raise 'could not extend file: No space left on device' using errcode = 'disk_full';
  end $$;
  create function nothing_fits() returns event_trigger language plpgsql as $$ begin
    raise 'could not extend file: No space left on device' using errcode = 'disk_full';
  end $$;
  create trigger disk_is_full before insert on services execute function disk_is_full();
  create event trigger nothing_fits on ddl_command_start when tag in ('CREATE TABLE AS') execute function nothing_fits()`
const EMPTIED = 'drop event trigger nothing_fits; drop trigger disk_is_full on services'

describeEngines('a full disk', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  test('refuses writes with 507, makes the server unhealthy, and both end with it', async () => {
    const add = () => server().call('addService', { token: token.ada, body: { code: 'SLP', description: 'Speech' } })
    const health = async () => refusalOf(await server().call('getHealth'))
    await database().pool.query(FULL)
    expect(await health()).toEqual({ status: 200, message: '' })
    expect(refusalOf(await add())).toEqual({
      status: 507,
      message: "The server's disk is full. Nothing was saved; please tell your administrator.",
    })
    expect(await health()).toEqual({ status: 503, message: "The database's disk is full." })
    expect((await server().call('getServices', { token: token.ada })).status).toBe(200)
    await database().pool.query(EMPTIED)
    expect(await health()).toEqual({ status: 200, message: '' })
    expect((await add()).status).toBe(200)
  })
})
