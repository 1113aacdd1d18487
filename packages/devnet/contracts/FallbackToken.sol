// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @title A token that accepts every unknown call without an effect, as wrapped native coins do.
/// @dev `DOMAIN_SEPARATOR` exists so that a permit's signature can be valid although `permit` does nothing.
contract FallbackToken is TestToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_) TestToken(name_, symbol_, decimals_) {}

    // solhint-disable-next-line no-empty-blocks
    fallback() external {}

    /// @notice The EIP-712 domain of the permits that this token ignores.
    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Fallback"),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }
}
