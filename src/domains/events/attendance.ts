/** Numbers of people with a place at an event. */
export interface Attendance {
  totalAttendees: number;
  checkedIn: number;
  notCheckedIn: number;
}

/** True if the capabilities allow managing attendees, and reading attendance and the events that are hidden from listings. */
export function canManageAttendees(can: (capability: string) => boolean): boolean {
  return can('edit_users') || can('tribe_manage_attendees');
}
