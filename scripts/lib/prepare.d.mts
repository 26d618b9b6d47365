/** Writes the modules and data that are not in the repository, if they are missing or out of date. */
export function prepare(root: string): Promise<void>
