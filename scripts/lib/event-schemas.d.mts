/** Below the project's root, a file per workflow. */
export const EVENT_SCHEMAS: string
/** Writes the schemas if the types may have changed. */
export function prepareEventSchemas(root: string): void
