// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title A token with OpenZeppelin's EIP-2612 permit and without EIP-3009, like DAI on rollups.
contract PermitToken is ERC20Permit {
    constructor(string memory name_, string memory symbol_) ERC20(name_, symbol_) ERC20Permit(name_) {}

    /// @notice Creates `amount` base units for `to`. Open to every account.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
