/** How a field that has no read-only look of its own, such as a select, is locked: while saving, and for good in a view. */
export const lockOf = ({ isBusy, isView }: { readonly isBusy: boolean; readonly isView: boolean }) => ({
  disabled: isBusy && !isView,
  readOnly: isView,
})
