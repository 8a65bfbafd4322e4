// SPDX-License-Identifier: MIT
import { joined } from './joined';
import type { Members } from './members';

export const line: Members = { ...joined };
