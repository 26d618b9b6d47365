/**
 * A script of the portal did not load: the server is away, or a new version has replaced the file. React and some
 * browsers keep the failure, so only a reload of the page helps.
 */
export class ScriptLoadError extends Error {
  override readonly name = 'ScriptLoadError'
}

/** @throws ScriptLoadError instead of the browser's own error */
export const loadScript = async <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> => {
  try {
    return await load()
  } catch (cause) {
    throw new ScriptLoadError('A script of the portal did not load.', { cause })
  }
}
